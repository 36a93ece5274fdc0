import type { ServerResponse } from 'node:http';
import type { Clock } from '@app/kernel';
import type { StreamBacklog } from './stream-backlog';
import { type StreamFrame, encodeFrames } from './stream-frame';
import { type QueueLimits, StreamQueue } from './stream-queue';
import type { StreamTypes } from './stream-types';
import type { StreamUser } from './stream-users';

/**
 * Maximum size of one write. A stalled client has at most one write in memory. Newer events wait until this write has
 * been sent.
 */
const WRITE_BYTES = 128 * 1024;

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Prevents Nginx from buffering the events.
  'X-Accel-Buffering': 'no',
  // The connection closes with the stream, because it carries no other request.
  Connection: 'close',
};

/** How long the browser waits before it reconnects. */
const RETRY_MS = 1000;

/**
 * The event stream of one client. Events are written at once, unless the client is behind. While the client is behind,
 * nothing is written, and only the client's position in the backlog is kept. When the socket has drained, writing
 * continues from this position.
 */
export class StreamConnection {
  private readonly queue: StreamQueue<StreamFrame>;
  private readonly resume = (): void => this.writeWaiting();
  private waitingHeartbeat: StreamFrame | null = null;
  private stalled = false;
  /** Backlog position of the first event that the client has missed; null if it has missed none. */
  private missedFrom: number | null = null;
  private writtenCount = 0;
  /**
   * When the client fell behind. It stays set until the client has received everything. Null if the client is not
   * behind.
   */
  private behindSinceMs: number | null = null;

  constructor(
    readonly user: StreamUser,
    private readonly types: StreamTypes,
    private readonly response: ServerResponse,
    private readonly backlog: StreamBacklog,
    private readonly limits: QueueLimits,
    private readonly clock: Clock,
  ) {
    this.queue = new StreamQueue(limits);
    response.on('drain', this.resume);
  }

  /** True while the socket's buffer is full. */
  get behind(): boolean {
    return this.stalled;
  }

  /** Milliseconds since the client fell behind; 0 if it is not behind. */
  get behindMs(): number {
    return this.behindSinceMs === null ? 0 : this.clock.nowMs() - this.behindSinceMs;
  }

  /** Number of events that wait for the client. */
  get queuedCount(): number {
    return Math.min(this.queue.size + this.missed().length, this.limits.length);
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
   * Sends the events of one turn of the event loop, in order.
   * @param start the backlog position of the first event; used only if the client is behind
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

  /** Sends a heartbeat. If the client is behind, the latest heartbeat is sent before any event. */
  sendHeartbeat(heartbeat: StreamFrame): void {
    if (this.stalled) this.waitingHeartbeat = heartbeat;
    else this.write([heartbeat]);
  }

  /**
   * Ends the stream. Unsent events are lost, because a stalled client may never read them. The connection of a stalled
   * client is reset: after an orderly close, the kernel would keep up to 4 MB of unsent events for minutes.
   */
  end(): void {
    this.release();
    if (this.stalled) this.response.socket?.resetAndDestroy();
    else this.response.end();
  }

  /** Drops everything that waits for the client. Nothing may be sent afterwards. */
  release(): void {
    this.response.off('drain', this.resume);
    this.queue.clear();
    this.missedFrom = null;
    this.waitingHeartbeat = null;
  }

  private writeWaiting(): void {
    this.stalled = false;
    if (this.waitingHeartbeat) this.write([this.waitingHeartbeat]);
    this.waitingHeartbeat = null;
    for (const frame of this.missed()) this.queue.push(frame);
    this.missedFrom = null;
    while (this.queue.size > 0 && !this.stalled) this.write(takeChunk(() => this.queue.shift()));
    if (this.queue.size === 0) this.behindSinceMs = this.stalled ? this.clock.nowMs() : null;
    if (this.stalled) this.missedFrom = this.backlog.end;
  }

  private missed(): StreamFrame[] {
    return this.missedFrom === null ? [] : this.backlog.since(this.missedFrom, (type) => this.takes(type));
  }

  /**
   * Writes frames to the socket. If this fills the socket's buffer, the client is behind until the buffer has drained.
   */
  private write(frames: readonly StreamFrame[]): void {
    const { response } = this;
    const bytes = encodeFrames(frames, this.writtenCount + 1);
    this.writtenCount += frames.length;
    // Writes the chunk header and content together and synchronously, so that the buffer length read below counts only
    // bytes that the socket has not sent yet.
    response.socket?.cork();
    const flowing = response.write(bytes);
    response.socket?.uncork();
    this.stalled = !flowing && response.writableLength > 0;
    if (this.stalled) this.behindSinceMs ??= this.clock.nowMs();
  }
}

/** Takes frames from `next` until they reach the size of one write. Takes at least one frame if there is any. */
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
