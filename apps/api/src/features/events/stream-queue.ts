import { RecencyList, type RecencyNode } from './recency-list';

/**
 * How events are treated while a client is behind. `latest`: only the newest event of a key is queued; it may be
 * dropped. `ordered`: every event is queued; it may be dropped. `kept`: every event is queued, and is dropped only if
 * the queue contains nothing but `kept` events.
 */
export type Delivery = 'latest' | 'ordered' | 'kept';

export interface Queueable {
  /** Events with the same key keep their order. They must all have the same value of `delivery`. */
  readonly key: string;
  readonly delivery: Delivery;
  readonly bytes: { readonly length: number };
}

export interface QueueLimits {
  /** Maximum number of queued events. */
  readonly length: number;
  /** Maximum size of all queued events together. A single larger event is still queued. */
  readonly bytes: number;
}

/** The queued events of one key, oldest first. */
interface Lane<Item> extends RecencyNode<Lane<Item>> {
  readonly key: string;
  readonly kept: boolean;
  readonly items: Item[];
  /** The number of the lane's newest item. Items are numbered over all lanes. */
  newestNumber: number;
}

/**
 * The bounded queue of a client that is behind. The key with the newest event is sent first. The events of one key keep
 * their order.
 */
export class StreamQueue<Item extends Queueable> {
  private readonly lanes = new Map<string, Lane<Item>>();
  private readonly droppable = new RecencyList<Lane<Item>>();
  private readonly kept = new RecencyList<Lane<Item>>();
  private pushed = 0;
  private waiting = 0;
  private bytes = 0;

  constructor(private readonly limits: QueueLimits) {}

  get size(): number {
    return this.waiting;
  }

  /** Queues the newest event. If there is no room, drops older events or the event itself. */
  push(item: Item): void {
    const lane = this.lanes.get(item.key);
    if (lane && item.delivery === 'latest') this.takeOldest(lane);
    while (this.isFullFor(item)) if (!this.makeRoom(item)) return;
    this.append(item);
  }

  /** Removes and returns the event to write next. */
  shift(): Item | undefined {
    const lane = this.nextLane();
    if (!lane) return undefined;
    const item = this.takeOldest(lane);
    if (lane.items.length === 0) this.removeLane(lane);
    return item;
  }

  clear(): void {
    this.lanes.clear();
    this.droppable.clear();
    this.kept.clear();
    this.waiting = 0;
    this.bytes = 0;
  }

  private isFullFor(item: Item): boolean {
    const { waiting, bytes, limits } = this;
    return waiting >= limits.length || (waiting > 0 && bytes + item.bytes.length > limits.bytes);
  }

  private append(item: Item): void {
    const number = this.pushed++;
    const lane = this.lanes.get(item.key) ?? this.addLane(item);
    lane.items.push(item);
    lane.newestNumber = number;
    this.listOf(lane).touch(lane);
    this.waiting++;
    this.bytes += item.bytes.length;
  }

  /**
   * Drops the oldest event that may be dropped. If every queued event is `kept`, a new `kept` event displaces the
   * oldest event, and any other new event is refused.
   */
  private makeRoom(newcomer: Item): boolean {
    const lane = this.droppable.oldest ?? (newcomer.delivery === 'kept' ? this.kept.oldest : null);
    if (!lane) return false;
    this.takeOldest(lane);
    if (lane.items.length === 0) this.removeLane(lane);
    return true;
  }

  private nextLane(): Lane<Item> | null {
    const droppable = this.droppable.newest;
    const kept = this.kept.newest;
    if (!droppable || !kept) return droppable ?? kept;
    return droppable.newestNumber > kept.newestNumber ? droppable : kept;
  }

  private takeOldest(lane: Lane<Item>): Item | undefined {
    const item = lane.items.shift();
    if (!item) return undefined;
    this.waiting--;
    this.bytes -= item.bytes.length;
    return item;
  }

  private addLane({ key, delivery }: Item): Lane<Item> {
    const lane: Lane<Item> = {
      key,
      kept: delivery === 'kept',
      items: [],
      newestNumber: 0,
      older: null,
      newer: null,
    };
    this.lanes.set(key, lane);
    this.listOf(lane).add(lane);
    return lane;
  }

  private removeLane(lane: Lane<Item>): void {
    this.lanes.delete(lane.key);
    this.listOf(lane).remove(lane);
  }

  private listOf(lane: Lane<Item>): RecencyList<Lane<Item>> {
    return lane.kept ? this.kept : this.droppable;
  }
}
