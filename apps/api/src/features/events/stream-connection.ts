import type { ServerResponse } from 'node:http';
import { type StreamFrame, encodeFrames } from './stream-frame';
import { StreamQueue } from './stream-queue';
import type { StreamTypes } from './stream-types';
import type { StreamUser } from './stream-users';

/** One write holds at most this much, so that what is newest never waits behind more. */
const WRITE_BYTES = 256 * 1024;

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Nginx would gather the events otherwise.
  'X-Accel-Buffering': 'no',
  // No other request follows on this connection: it ends with the stream.
  Connection: 'close',
};

/** How long a browser waits before it connects again. */
const RETRY_MS = 1000;

/** One client's open stream: writes at once while the client keeps up, queues while it is behind. */
export class StreamConnection {
  private readonly queue: StreamQueue<StreamFrame>;
  private readonly resume = (): void => this.writeWaiting();
  private waitingHeartbeat: StreamFrame | null = null;
  private behind = false;
  private writtenCount = 0;
  private missed = 0;

  constructor(
    readonly user: StreamUser,
    private readonly types: StreamTypes,
    private readonly response: ServerResponse,
    queueLimit: number,
  ) {
    this.queue = new StreamQueue(queueLimit);
    response.on('drain', this.resume);
  }

  /** Events that wait for the client. */
  get queuedCount(): number {
    return this.queue.size;
  }

  /** Heartbeats in a row that the client was too far behind to be sent. */
  get missedHeartbeats(): number {
    return this.missed;
  }

  takes(type: string): boolean {
    return this.types === 'all' || this.types.has(type);
  }

  open(heartbeat: StreamFrame): void {
    this.response.writeHead(200, STREAM_HEADERS);
    this.response.write(`retry: ${RETRY_MS}\n`);
    this.write([heartbeat]);
  }

  /** Events of one tick, in their order. */
  send(frames: readonly StreamFrame[]): void {
    const wanted = this.types === 'all' ? frames : frames.filter(({ type }) => this.takes(type));
    let next = 0;
    while (next < wanted.length && !this.behind) {
      const chunk = takeChunk(() => wanted[next++]);
      this.write(chunk);
    }
    for (; next < wanted.length; next++) {
      const frame = wanted[next];
      if (frame) this.queue.push(frame);
    }
  }

  /** Every client is sent heartbeats; one that is behind is sent the latest before anything else. */
  sendHeartbeat(heartbeat: StreamFrame): void {
    if (this.behind) {
      this.waitingHeartbeat = heartbeat;
      this.missed++;
    } else {
      this.write([heartbeat]);
    }
  }

  /** Ends the stream. What the client has not taken is lost: waiting for a client that stalls would take for ever. */
  end(): void {
    this.release();
    if (this.behind) this.response.destroy();
    else this.response.end();
  }

  /** Lets go of what the connection holds; nothing may be sent afterwards. */
  release(): void {
    this.response.off('drain', this.resume);
    this.queue.clear();
    this.waitingHeartbeat = null;
  }

  private writeWaiting(): void {
    this.behind = false;
    this.missed = 0;
    if (this.waitingHeartbeat) this.write([this.waitingHeartbeat]);
    this.waitingHeartbeat = null;
    while (this.queue.size > 0 && !this.behind) this.write(takeChunk(() => this.queue.shift()));
  }

  /** One write to the socket. The client is behind from when the system takes no more until all is taken. */
  private write(frames: readonly StreamFrame[]): void {
    const { response } = this;
    const bytes = encodeFrames(frames, this.writtenCount + 1);
    this.writtenCount += frames.length;
    // The chunk's frame and content leave together and now, so that the length below tells what the system left.
    response.socket?.cork();
    const flowing = response.write(bytes);
    response.socket?.uncork();
    this.behind = !flowing && response.writableLength > 0;
  }
}

/** Frames of `next` until they fill a write; at least one, where there is one. */
function takeChunk(next: () => StreamFrame | undefined): StreamFrame[] {
  const chunk: StreamFrame[] = [];
  for (let bytes = 0; bytes < WRITE_BYTES;) {
    const frame = next();
    if (!frame) break;
    chunk.push(frame);
    bytes += frame.bytes.length;
  }
  return chunk;
}
