import { listNames } from './list-names';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c'], 'a, b, …'],
])('listNames joins at most two of the names %j', (names, text) => {
  expect(listNames(names, 2)).toBe(text);
});
