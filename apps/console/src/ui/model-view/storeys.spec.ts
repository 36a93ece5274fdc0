import { cutHeight, isOnStorey, storeysOf } from './storeys';

describe('storeysOf', () => {
  it('joins rooms and devices whose floors are near each other', () => {
    expect(storeysOf([4.1, 0.1, 0, 1.4, 4, 8.1])).toEqual([
      { floor: 0, ceiling: 4, isLowest: true },
      { floor: 4, ceiling: 8.1, isLowest: false },
      { floor: 8.1, ceiling: Infinity, isLowest: false },
    ]);
  });

  it.each([[[]], [[0, 1, 2]]])('returns none for the floors %j, which are one storey', (floors) => {
    expect(storeysOf(floors)).toEqual([]);
  });
});

it('a height is on exactly one storey, and the highest storey is not cut', () => {
  const storeys = storeysOf([0, 4]);
  const onEach = (height: number) => storeys.map((storey) => isOnStorey(storey, height));
  expect(onEach(-3)).toEqual([true, false]);
  expect(onEach(3.7)).toEqual([true, false]);
  expect(onEach(3.9)).toEqual([false, true]);
  expect(onEach(20)).toEqual([false, true]);
  expect(storeys.map(cutHeight)).toEqual([2.8, Infinity]);
});
