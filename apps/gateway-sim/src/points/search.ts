/**
 * Counts the sorted times before `limitMs`. The result is also the index of the first time that is not before
 * `limitMs`.
 */
export function countBefore(length: number, timeAt: (index: number) => number, limitMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timeAt(middle) < limitMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
