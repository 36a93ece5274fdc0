import { RecencyList, type RecencyNode } from './recency-list';
import type { StreamFrame } from './stream-frame';
import type { QueueLimits } from './stream-queue';

interface Entry extends RecencyNode<Entry> {
  readonly position: number;
  readonly frame: StreamFrame;
}

/**
 * The recent events, stored once for all clients that are behind. A stalled client keeps only its position in the
 * backlog, and reads the missed events later. Each event type has its own limits, so a busy type does not displace the
 * events of other types.
 */
export class StreamBacklog {
  private readonly types = new Map<string, TypeBacklog>();
  private position = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** The position of the next event, counted over all types. */
  get end(): number {
    return this.position;
  }

  /** Adds events that at least one client has missed. */
  add(frames: readonly StreamFrame[]): void {
    for (const frame of frames) {
      let backlog = this.types.get(frame.type);
      if (!backlog) this.types.set(frame.type, (backlog = new TypeBacklog(this.limits)));
      backlog.add(frame, this.position++);
    }
  }

  /** Advances the position by `count` events that every client has received, and clears the backlog. */
  skip(count: number): void {
    this.position += count;
    this.types.clear();
  }

  /** Returns the events of the types that `takes` accepts, from `position` on, oldest first. */
  since(position: number, takes: (type: string) => boolean): StreamFrame[] {
    return [...this.types]
      .filter(([type]) => takes(type))
      .flatMap(([, backlog]) => backlog.since(position))
      .sort((one, other) => one.position - other.position)
      .map(({ frame }) => frame);
  }
}

/** The newest events of one type. A conflated type keeps only the newest event of each key. */
class TypeBacklog {
  private readonly entries = new RecencyList<Entry>();
  private readonly latest = new Map<string, Entry>();
  private count = 0;
  private bytes = 0;

  constructor(private readonly limits: QueueLimits) {}

  add(frame: StreamFrame, position: number): void {
    const previous = frame.delivery === 'latest' ? this.latest.get(frame.key) : undefined;
    if (previous) this.remove(previous);
    const entry: Entry = { position, frame, older: null, newer: null };
    this.entries.add(entry);
    if (frame.delivery === 'latest') this.latest.set(frame.key, entry);
    this.count++;
    this.bytes += frame.bytes.length;
    while (this.count > this.limits.length || (this.count > 1 && this.bytes > this.limits.bytes)) {
      if (!this.entries.oldest) return;
      this.latest.delete(this.entries.oldest.frame.key);
      this.remove(this.entries.oldest);
    }
  }

  since(position: number): Entry[] {
    const found: Entry[] = [];
    for (let entry = this.entries.newest; entry && entry.position >= position; entry = entry.older) {
      found.push(entry);
    }
    return found;
  }

  private remove(entry: Entry): void {
    this.entries.remove(entry);
    this.count--;
    this.bytes -= entry.frame.bytes.length;
  }
}
