import fc from 'fast-check';
import { EventOutbox } from './event-outbox';

describe('EventOutbox', () => {
  it('gives what it was given, in order and in portions', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(20), (texts, portion) => {
        const outbox = new EventOutbox(1000, 100_000);
        for (const text of texts) outbox.add(text);
        const taken: string[] = [];
        while (!outbox.isEmpty) {
          const some = outbox.take(portion);
          expect(some.length === 1 || some.join('').length <= portion).toBe(true);
          taken.push(...some);
        }
        expect(taken).toEqual(texts);
        expect(outbox.dropped).toBe(0);
      }),
    );
  });

  it('lets go of the oldest, and counts them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(30),
        (texts, events, characters) => {
          const outbox = new EventOutbox(events, characters);
          for (const text of texts) outbox.add(text);
          const kept = outbox.take(Infinity);
          expect(kept).toEqual(texts.slice(texts.length - kept.length));
          expect(kept.length).toBeLessThanOrEqual(events);
          expect(kept.join('').length).toBeLessThanOrEqual(characters);
          expect(outbox.dropped).toBe(texts.length - kept.length);
        },
      ),
    );
  });
});
