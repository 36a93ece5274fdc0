import { chunksOf } from './chunks';

describe('chunksOf', () => {
  it.each([
    [[], 2, []],
    [[1, 2], 2, [[1, 2]]],
    [[1, 2, 3], 2, [[1, 2], [3]]],
  ])('splits %j into chunks of %i', (items: number[], size, chunks) => {
    expect(chunksOf(items, size)).toEqual(chunks);
  });
});
