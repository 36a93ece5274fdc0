import fc from 'fast-check';
import { EventBuffer } from './event-buffer';

describe('EventBuffer', () => {
  it('returns the events in order and in batches', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(20), (texts, portion) => {
        const buffer = new EventBuffer(1000, 100_000);
        for (const text of texts) buffer.add(text);
        const taken: string[] = [];
        while (!buffer.isEmpty) {
          const some = buffer.take(portion);
          expect(some.length === 1 || some.join('').length <= portion).toBe(true);
          taken.push(...some);
        }
        expect(taken).toEqual(texts);
        expect(buffer.dropped).toBe(0);
      }),
    );
  });

  it('drops the oldest events and counts them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(30),
        (texts, events, characters) => {
          const buffer = new EventBuffer(events, characters);
          for (const text of texts) buffer.add(text);
          const kept = buffer.take(Infinity);
          expect(kept).toEqual(texts.slice(texts.length - kept.length));
          expect(kept.length).toBeLessThanOrEqual(events);
          expect(kept.join('').length).toBeLessThanOrEqual(characters);
          expect(buffer.dropped).toBe(texts.length - kept.length);
        },
      ),
    );
  });
});
