import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { inChunks } from './in-chunks';

const sizes = fc.record({
  size: fc.integer({ min: 1, max: 7 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
});

describe('inChunks', () => {
  it('requests each item once, in chunks of limited size and concurrency, and returns the answers in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), sizes, async (items, chunks) => {
        let underWay = 0;
        const answers = await inChunks(items, chunks, async (chunk) => {
          underWay += 1;
          expect(underWay).toBeLessThanOrEqual(chunks.concurrency);
          expect(chunk.length).toBeLessThanOrEqual(chunks.size);
          await setImmediate();
          underWay -= 1;
          return chunk.map((item) => item * 2);
        });
        expect(answers).toEqual(items.map((item) => item * 2));
      }),
    );
  });

  it('fails with the first error, sends no further request, and waits for the pending requests', async () => {
    const asked: number[] = [];
    let underWay = 0;
    const answers = inChunks([1, 2, 3, 4, 5, 6], { size: 1, concurrency: 2 }, async ([item = 0]) => {
      asked.push(item);
      underWay += 1;
      await setImmediate();
      underWay -= 1;
      if (item === 2) throw new Error('two');
      return [item];
    });
    await expect(answers).rejects.toThrow('two');
    expect(asked).toEqual([1, 2, 3]);
    expect(underWay).toBe(0);
  });
});
