import fc from 'fast-check';
import { type Delivery, StreamQueue } from './stream-queue';

interface Item {
  key: string;
  delivery: Delivery;
  /** How many items were pushed before this item. */
  number: number;
  bytes: { length: number };
}

const DELIVERIES: Record<string, Delivery> = { point: 'latest', label: 'ordered', alert: 'kept' };

/** Returns one item for each key, such as `point:1`. Items are numbered from 0. */
function items(...keys: string[]): Item[] {
  return keys.map((key, number) => ({
    key,
    delivery: DELIVERIES[key.split(':')[0] ?? ''] ?? 'ordered',
    number,
    bytes: { length: 1 },
  }));
}

function filled(limit: number, ...keys: string[]): StreamQueue<Item> {
  const queue = new StreamQueue<Item>({ length: limit, bytes: Infinity });
  for (const item of items(...keys)) queue.push(item);
  return queue;
}

function drain(queue: { shift(): Item | undefined }): Item[] {
  const taken: Item[] = [];
  for (let item = queue.shift(); item; item = queue.shift()) taken.push(item);
  return taken;
}

function drainedNames(queue: StreamQueue<Item>): string[] {
  return drain(queue).map(({ key, number }) => `${key}#${number}`);
}

describe('StreamQueue', () => {
  it.each<[string, { limit?: number; pushed: string[]; written: string[] }]>([
    ['nothing if the queue is empty', { pushed: [], written: [] }],
    ['the newest of two keys first', { pushed: ['label:1', 'label:2'], written: ['label:2#1', 'label:1#0'] }],
    [
      'the events of one key in the order of their arrival',
      { pushed: ['label:1', 'label:2', 'label:1'], written: ['label:1#0', 'label:1#2', 'label:2#1'] },
    ],
    ['only the latest value of a key', { pushed: ['point:1', 'point:1', 'point:1'], written: ['point:1#2'] }],
    [
      'values in the order of their last change, newest first',
      { pushed: ['point:1', 'point:2', 'point:1'], written: ['point:1#2', 'point:2#1'] },
    ],
    [
      'droppable and kept keys in one common order, newest first',
      { pushed: ['alert:1', 'point:1', 'alert:2'], written: ['alert:2#2', 'point:1#1', 'alert:1#0'] },
    ],
    [
      'the newest values, when full',
      { limit: 2, pushed: ['point:1', 'point:2', 'point:3'], written: ['point:3#2', 'point:2#1'] },
    ],
    [
      'the newest events of a key, when full',
      { limit: 2, pushed: ['label:1', 'label:1', 'label:1'], written: ['label:1#1', 'label:1#2'] },
    ],
    [
      'a new value of a queued key without dropping another key, when full',
      { limit: 2, pushed: ['point:1', 'point:2', 'point:1'], written: ['point:1#2', 'point:2#1'] },
    ],
    [
      'alerts instead of droppable events, when full',
      { limit: 2, pushed: ['alert:1', 'point:1', 'alert:2'], written: ['alert:2#2', 'alert:1#0'] },
    ],
    [
      'the queued alerts but no new value, when full of alerts',
      { limit: 2, pushed: ['alert:1', 'alert:2', 'point:1'], written: ['alert:2#1', 'alert:1#0'] },
    ],
    [
      'the newest alerts, when full of alerts',
      { limit: 2, pushed: ['alert:1', 'alert:2', 'alert:3'], written: ['alert:3#2', 'alert:2#1'] },
    ],
  ])('writes %s', (_what, { limit = 10, pushed, written }) => {
    expect(drainedNames(filled(limit, ...pushed))).toEqual(written);
  });

  it.each<[string, { lengths: number[]; held: number[] }]>([
    ['drops the oldest events when their bytes exceed the limit', { lengths: [4, 4, 4], held: [2, 1] }],
    ['drops as many old events as a large new event needs', { lengths: [3, 3, 3, 8], held: [3] }],
    ['holds a single event that is larger than the limit', { lengths: [1, 1, 20], held: [2] }],
  ])('%s', (_what, { lengths, held }) => {
    const queue = new StreamQueue<Item>({ length: 10, bytes: 10 });
    for (const [number, length] of lengths.entries()) {
      queue.push({ key: `label:${number}`, delivery: 'ordered', number, bytes: { length } });
    }

    expect(drain(queue).map(({ number }) => number)).toEqual(held);
  });

  it('is empty after clear() and can still be used', () => {
    const queue = filled(10, 'point:1', 'alert:1');

    queue.clear();
    expect(queue.size).toBe(0);
    expect(queue.shift()).toBeUndefined();

    for (const item of items('alert:1', 'point:1')) queue.push(item);
    expect(drainedNames(queue)).toEqual(['point:1#1', 'alert:1#0']);
  });

  describe('with any sequence of operations', () => {
    const keys = fc.constantFrom('point:1', 'point:2', 'point:3', 'label:1', 'label:2', 'alert:1', 'alert:2');
    const limits = fc.integer({ min: 1, max: 12 });
    /** The operations of a test: a key to push, or null to take an event. */
    const scripts = fc.array(fc.option(keys, { freq: 4 }), { maxLength: 200 });

    it('gives the same result as a plain list', () => {
      fc.assert(
        fc.property(limits, scripts, (limit, script) => {
          const queue = new StreamQueue<Item>({ length: limit, bytes: Infinity });
          const list = new PlainQueue(limit);
          for (const [number, key] of script.entries()) {
            const [item] = key ? items(key) : [];
            if (item) for (const target of [queue, list]) target.push({ ...item, number });
            const taken = item ? [] : [queue.shift(), list.shift()];
            expect(taken[0]).toEqual(taken[1]);
            expect(queue.size).toBe(list.waiting.length);
          }
          expect(drain(queue)).toEqual(drain(list));
        }),
      );
    });

    it('never holds more than its limit', () => {
      fc.assert(
        fc.property(limits, scripts, (limit, script) => {
          const queue = new StreamQueue<Item>({ length: limit, bytes: Infinity });
          for (const key of script) {
            for (const item of key ? items(key) : []) queue.push(item);
            if (!key) queue.shift();
            expect(queue.size).toBeLessThanOrEqual(limit);
          }
        }),
      );
    });

    it('keeps alerts as long as there is room', () => {
      fc.assert(
        fc.property(limits, fc.array(keys, { maxLength: 100 }), (limit, pushed) => {
          const written = drain(filled(limit, ...pushed));
          const alertCount = items(...pushed).filter(isAlert).length;
          expect(written.filter(isAlert)).toHaveLength(Math.min(alertCount, limit));
        }),
      );
    });
  });
});

function isAlert({ delivery }: Item): boolean {
  return delivery === 'kept';
}

/** A slow, simple implementation of the rules of `StreamQueue`. */
class PlainQueue {
  waiting: Item[] = [];

  constructor(private readonly limit: number) {}

  push(item: Item): void {
    if (item.delivery === 'latest') this.waiting = this.waiting.filter(({ key }) => key !== item.key);
    if (this.waiting.length >= this.limit) {
      const droppable = this.waiting.filter(({ delivery }) => delivery !== 'kept');
      const mayGo = droppable.length > 0 || item.delivery !== 'kept' ? droppable : this.waiting;
      const [oldest] = this.byLatest(mayGo);
      if (!oldest) return;
      this.takeFirst(oldest.key);
    }
    this.waiting.push(item);
  }

  shift(): Item | undefined {
    const newest = this.byLatest(this.waiting).at(-1);
    return newest && this.takeFirst(newest.key);
  }

  /** The latest event of each key, oldest first. */
  private byLatest(some: Item[]): Item[] {
    return some.filter((item) => some.findLast(({ key }) => key === item.key) === item);
  }

  private takeFirst(wanted: string): Item | undefined {
    const index = this.waiting.findIndex(({ key }) => key === wanted);
    return this.waiting.splice(index, 1)[0];
  }
}
