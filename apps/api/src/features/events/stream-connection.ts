import type { ServerResponse } from 'node:http';
import type { StreamBacklog } from './stream-backlog';
import { type StreamFrame, encodeFrames } from './stream-frame';
import { type QueueLimits, StreamQueue } from './stream-queue';
import type { StreamTypes } from './stream-types';
import type { StreamUser } from './stream-users';

/** The size of one write. A client that stalls keeps one in memory, and the newest events wait behind no more. */
const WRITE_BYTES = 128 * 1024;

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

/**
 * One client's open stream. It writes at once while the client keeps up. While the client is behind, it writes nothing
 * and only notes where in the backlog it stopped; it reads from there when the socket takes more.
 */
export class StreamConnection {
  private readonly queue: StreamQueue<StreamFrame>;
  private readonly resume = (): void => this.writeWaiting();
  private waitingHeartbeat: StreamFrame | null = null;
  private stalled = false;
  /** The position in the backlog from which events are neither written nor queued; null if none is missing. */
  private missedFrom: number | null = null;
  private writtenCount = 0;
  private missedBeats = 0;

  constructor(
    readonly user: StreamUser,
    private readonly types: StreamTypes,
    private readonly response: ServerResponse,
    private readonly backlog: StreamBacklog,
    private readonly limits: QueueLimits,
  ) {
    this.queue = new StreamQueue(limits);
    response.on('drain', this.resume);
  }

  /** True while the socket's buffer is full. */
  get behind(): boolean {
    return this.stalled;
  }

  /** Events that wait for the client. */
  get queuedCount(): number {
    return Math.min(this.queue.size + this.missed().length, this.limits.length);
  }

  /** Heartbeats in a row that the client was too far behind to be sent. */
  get missedHeartbeats(): number {
    return this.missedBeats;
  }

  takes(type: string): boolean {
    return this.types === 'all' || this.types.has(type);
  }

  open(heartbeat: StreamFrame): void {
    this.response.writeHead(200, STREAM_HEADERS);
    this.response.write(`retry: ${RETRY_MS}\n`);
    this.write([heartbeat]);
  }

  /**
   * Sends the events of one turn of the event loop, in their order.
   * @param start the position of the first of them in the backlog, to which they are added if a client is behind
   */
  send(frames: readonly StreamFrame[], start: number): void {
    let next = 0;
    const nextWanted = (): StreamFrame | undefined => {
      while (next < frames.length) {
        const frame = frames[next++];
        if (frame && this.takes(frame.type)) return frame;
      }
      return undefined;
    };
    while (next < frames.length && !this.stalled) {
      const chunk = takeChunk(nextWanted);
      if (chunk.length > 0) this.write(chunk);
    }
    if (this.stalled) this.missedFrom ??= start + next;
  }

  /** Every client is sent heartbeats; one that is behind is sent the latest before anything else. */
  sendHeartbeat(heartbeat: StreamFrame): void {
    if (this.stalled) {
      this.waitingHeartbeat = heartbeat;
      this.missedBeats++;
    } else {
      this.write([heartbeat]);
    }
  }

  /** Ends the stream. What the client has not taken is lost: waiting for a client that stalls would take for ever. */
  end(): void {
    this.release();
    if (this.stalled) this.response.destroy();
    else this.response.end();
  }

  /** Lets go of what the connection holds; nothing may be sent afterwards. */
  release(): void {
    this.response.off('drain', this.resume);
    this.queue.clear();
    this.missedFrom = null;
    this.waitingHeartbeat = null;
  }

  private writeWaiting(): void {
    this.stalled = false;
    this.missedBeats = 0;
    if (this.waitingHeartbeat) this.write([this.waitingHeartbeat]);
    this.waitingHeartbeat = null;
    for (const frame of this.missed()) this.queue.push(frame);
    this.missedFrom = null;
    while (this.queue.size > 0 && !this.stalled) this.write(takeChunk(() => this.queue.shift()));
    if (this.stalled) this.missedFrom = this.backlog.end;
  }

  private missed(): StreamFrame[] {
    return this.missedFrom === null ? [] : this.backlog.since(this.missedFrom, (type) => this.takes(type));
  }

  /** One write to the socket. The client is behind from when the system takes no more until it has taken all. */
  private write(frames: readonly StreamFrame[]): void {
    const { response } = this;
    const bytes = encodeFrames(frames, this.writtenCount + 1);
    this.writtenCount += frames.length;
    // The chunk's frame and content leave together and now, so that the length below tells what the system left.
    response.socket?.cork();
    const flowing = response.write(bytes);
    response.socket?.uncork();
    this.stalled = !flowing && response.writableLength > 0;
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
