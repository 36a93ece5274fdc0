import type { Socket } from 'node:net';
import { type Clock, roleCovers } from '@app/kernel';
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
};

/** How long the browser waits before it reconnects. */
const RETRY_MS = 1000;

/** The backlog and the limits that all connections of a hub share. */
export interface StreamContext {
  readonly backlog: StreamBacklog;
  readonly clock: Clock;
  /** Limits of the queue of one client. */
  readonly queue: QueueLimits;
  /** A client that is behind and has read nothing for this long is disconnected. */
  readonly stallMs: number;
}

/**
 * The event stream of one client. Events are written at once, unless the client is behind. While the client is behind,
 * nothing is written, and only the client's position in the backlog is kept. When the socket has drained, writing
 * continues from this position.
 */
export class StreamConnection {
  private readonly resume = (): void => this.writeWaiting();
  /** The missed events that are being written; null if there are none. */
  private queue: StreamQueue<StreamFrame> | null = null;
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

  /** @param socket writes the body of the answer, which ends with the connection */
  constructor(
    readonly user: StreamUser,
    private readonly types: StreamTypes,
    private readonly socket: Socket,
    private readonly context: StreamContext,
  ) {
    socket.on('drain', this.resume);
  }

  /** True while the socket's buffer is full. */
  get behind(): boolean {
    return this.stalled;
  }

  /** Milliseconds since the client fell behind; 0 if it is not behind. */
  get behindMs(): number {
    return this.behindSinceMs === null ? 0 : this.context.clock.nowMs() - this.behindSinceMs;
  }

  /** Number of events that wait for the client. */
  get queuedCount(): number {
    return Math.min((this.queue?.size ?? 0) + this.missed().length, this.context.queue.length);
  }

  takes(type: string): boolean {
    return this.types === 'all' || this.types.includes(type);
  }

  open(heartbeat: StreamFrame): void {
    this.socket.write(`retry: ${RETRY_MS}\n`);
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
        if (frame && this.takes(frame.type) && this.mayRead(frame)) return frame;
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
   * client is reset: after an orderly close, the kernel would keep its unsent events for minutes.
   */
  end(): void {
    this.release();
    if (this.stalled) this.socket.resetAndDestroy();
    else this.socket.destroySoon();
  }

  /** Drops everything that waits for the client. Nothing may be sent afterwards. */
  release(): void {
    this.socket.off('drain', this.resume);
    this.queue = null;
    this.missedFrom = null;
    this.waitingHeartbeat = null;
  }

  private writeWaiting(): void {
    // The event `drain` also follows a large write that the socket has sent at once. In this case, the client was not
    // behind.
    if (!this.stalled) return;
    this.stalled = false;
    this.socket.setTimeout(0);
    if (this.waitingHeartbeat) this.write([this.waitingHeartbeat]);
    this.waitingHeartbeat = null;
    const queue = (this.queue ??= new StreamQueue(this.context.queue));
    for (const frame of this.missed()) queue.push(frame);
    this.missedFrom = null;
    while (queue.size > 0 && !this.stalled) this.write(takeChunk(() => queue.shift()));
    if (this.stalled) this.missedFrom = this.context.backlog.end;
    if (queue.size > 0) return;
    this.queue = null;
    this.behindSinceMs = this.stalled ? this.context.clock.nowMs() : null;
  }

  private missed(): StreamFrame[] {
    return this.missedFrom === null
      ? []
      : this.context.backlog
          .since(this.missedFrom, (type) => this.takes(type))
          .filter((frame) => this.mayRead(frame));
  }

  private mayRead({ readers }: StreamFrame): boolean {
    if (!readers) return true;
    const { role, ownerId } = readers;
    return role === null ? ownerId === this.user.userId : roleCovers(this.user.role, role);
  }

  /**
   * Writes frames to the socket. If this fills the socket's buffer, the client is behind until the buffer has drained.
   */
  private write(frames: readonly StreamFrame[]): void {
    const { socket } = this;
    // The client has closed its side, and the connection is about to close.
    if (!socket.writable) return;
    const bytes = encodeFrames(frames, this.writtenCount + 1);
    this.writtenCount += frames.length;
    this.stalled = !socket.write(bytes) && socket.writableLength > 0;
    if (!this.stalled) return;
    this.behindSinceMs ??= this.context.clock.nowMs();
    // Node restarts this timeout while the socket makes progress.
    socket.setTimeout(this.context.stallMs);
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
