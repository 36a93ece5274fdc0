import { RecencyList, type RecencyNode } from './recency-list';
import type { StreamFrame } from './stream-frame';
import type { QueueLimits } from './stream-queue';

interface Entry extends RecencyNode<Entry> {
  readonly position: number;
  readonly frame: StreamFrame;
}

/**
 * The recent events, held once for all clients that are behind. A client that stalls costs no more than its position
 * here; it takes what it has missed when it reads again. Each event type has its own limits, so that a busy type does
 * not push the events of another out.
 */
export class StreamBacklog {
  private readonly types = new Map<string, TypeBacklog>();
  private position = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** The position of the next event, counted over all types. */
  get end(): number {
    return this.position;
  }

  /** Adds events that some client has missed. */
  add(frames: readonly StreamFrame[]): void {
    for (const frame of frames) {
      let backlog = this.types.get(frame.type);
      if (!backlog) this.types.set(frame.type, (backlog = new TypeBacklog(this.limits)));
      backlog.add(frame, this.position++);
    }
  }

  /** Counts events that no client has missed, and drops what it holds. */
  skip(count: number): void {
    this.position += count;
    this.types.clear();
  }

  /** The events at and after `position` of the types that `takes` accepts, oldest first. */
  since(position: number, takes: (type: string) => boolean): StreamFrame[] {
    return [...this.types]
      .filter(([type]) => takes(type))
      .flatMap(([, backlog]) => backlog.since(position))
      .sort((one, other) => one.position - other.position)
      .map(({ frame }) => frame);
  }
}

/** The newest events of one type; of a type that is conflated, the newest of each key. */
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
