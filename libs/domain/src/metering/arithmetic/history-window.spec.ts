import { HistoryWindow } from './history-window';

const HOUR_MS = 3_600_000;
const lengthAfter = (...counts: number[]) => {
  const window = new HistoryWindow();
  for (const count of counts) window.held(count);
  return window.endOf(0, Number.MAX_SAFE_INTEGER) / HOUR_MS;
};

describe('HistoryWindow', () => {
  it.each([
    ['begins with two days', [], 48],
    ['widens while the windows have no readings', [0, 0], 192],
    ['widens to the length that would contain enough readings', [2000], 192],
    ['widens step by step if a window has few readings', [10], 768],
    ['stays the same if the number of readings is on target', [10_000], 48],
    ['stays the same if a window has the highest number of readings on target', [24_000], 48],
    ['narrows if a window has too many readings', [50_000], 12],
    ['is at most a year long', Array.from({ length: 20 }, () => 0), 366 * 24],
  ])('%s', (_, counts, hours) => {
    expect(lengthAfter(...counts)).toBe(hours);
  });

  it('ends a window no later than the range', () => {
    expect(new HistoryWindow().endOf(0, 5)).toBe(5);
  });

  it('never narrows a window to less than an hour', () => {
    const window = new HistoryWindow();
    expect([window.narrow(), window.narrow(), window.narrow(), window.narrow()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(window.endOf(0, Number.MAX_SAFE_INTEGER)).toBe(HOUR_MS);
  });
});
