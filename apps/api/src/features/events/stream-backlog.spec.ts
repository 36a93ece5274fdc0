import fc from 'fast-check';
import { StreamBacklog } from './stream-backlog';
import type { StreamFrame } from './stream-frame';
import { type Delivery, StreamQueue } from './stream-queue';

const DELIVERIES: Record<string, Delivery> = { point: 'latest', label: 'ordered', alert: 'kept' };

/** Returns a frame whose type is the part of `key` before the colon. */
function frameOf(key: string, content = ''): StreamFrame {
  const type = key.split(':')[0] ?? '';
  return { type, key, delivery: DELIVERIES[type] ?? 'ordered', bytes: Buffer.from(content) };
}

function keysOf(frames: readonly StreamFrame[]): string[] {
  return frames.map(({ key, bytes }) => key + bytes.toString());
}

const everything = (): boolean => true;
const UNLIMITED = { length: 1000, bytes: Infinity };

describe('StreamBacklog', () => {
  it('returns the events of the requested types after a position, oldest first', () => {
    const backlog = new StreamBacklog(UNLIMITED);
    backlog.add([frameOf('point:1'), frameOf('alert:1')]);
    const position = backlog.end;
    backlog.add([frameOf('alert:2'), frameOf('point:2'), frameOf('label:1'), frameOf('alert:3')]);

    const found = backlog.since(position, (type) => type !== 'label');

    expect(keysOf(found)).toEqual(['alert:2', 'point:2', 'alert:3']);
  });

  it('keeps only the latest event of each key of a conflated type', () => {
    const backlog = new StreamBacklog(UNLIMITED);
    backlog.add([frameOf('point:1', '=1'), frameOf('point:2', '=2'), frameOf('point:1', '=3')]);

    expect(keysOf(backlog.since(0, everything))).toEqual(['point:2=2', 'point:1=3']);
  });

  it('drops the oldest events of a type with too many events, and keeps the events of other types', () => {
    const backlog = new StreamBacklog({ length: 2, bytes: Infinity });
    backlog.add(['alert:1', 'label:1', 'label:2', 'label:3', 'label:4'].map((key) => frameOf(key)));

    expect(keysOf(backlog.since(0, everything))).toEqual(['alert:1', 'label:3', 'label:4']);
  });

  it('drops the oldest events of a type with too many bytes', () => {
    const backlog = new StreamBacklog({ length: 1000, bytes: 100 });
    for (let number = 0; number < 50; number++) backlog.add([frameOf(`alert:${number}`, 'x'.repeat(30))]);

    const held = backlog.since(0, everything).reduce((sum, { bytes }) => sum + bytes.length, 0);

    expect(held).toBe(90);
  });

  it('counts skipped events in its position but does not keep them', () => {
    const backlog = new StreamBacklog(UNLIMITED);
    backlog.add([frameOf('alert:1')]);
    backlog.skip(10);
    backlog.add([frameOf('alert:2')]);

    expect(backlog.end).toBe(12);
    expect(keysOf(backlog.since(0, everything))).toEqual(['alert:2']);
  });

  // A full queue that drops an event before a newer one replaces another keeps one event less than a late queue.
  it.each([
    ['that is never full', ['point:1', 'point:2', 'point:3', 'alert:1', 'alert:2', 'label:1'], 60],
    ['that drops events, if none replaces another', ['alert:1', 'alert:2', 'label:1'], 1],
  ])(
    'gives a late client the same queue as a client that received each event immediately, %s',
    (_, keys, shortest) => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom(...keys), { maxLength: 60 }),
          fc.nat(60),
          fc.integer({ min: shortest, max: shortest + 19 }),
          (published, from, length) => {
            const limits = { length, bytes: Infinity };
            // The backlog is unlimited. Only the queues `eager` and `late` drop events, the oldest first.
            const backlog = new StreamBacklog(UNLIMITED);
            const frames = published.map((key, number) => frameOf(key, `=${number}`));
            const eager = new StreamQueue<StreamFrame>(limits);
            const late = new StreamQueue<StreamFrame>(limits);
            for (const [number, frame] of frames.entries()) {
              backlog.add([frame]);
              if (number >= from) eager.push(frame);
            }
            for (const frame of backlog.since(from, everything)) late.push(frame);

            expect(keysOf(drain(late))).toEqual(keysOf(drain(eager)));
          },
        ),
        { numRuns: 500 },
      );
    },
  );
});

function drain(queue: StreamQueue<StreamFrame>): StreamFrame[] {
  const frames: StreamFrame[] = [];
  for (let frame = queue.shift(); frame; frame = queue.shift()) frames.push(frame);
  return frames;
}
