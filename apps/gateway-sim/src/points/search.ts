/** The number of ascending times before `limitMs`, which is the index of the first one at or after it. */
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
