import type { GatewaySample } from '@app/gateway-client';
import { HISTORY_AGGREGATES, HistoryFolds } from './history-aggregates';

const HOUR_MS = 3_600_000;
const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS) * HOUR_MS;

function foldsOf(...samples: [minute: number, value: unknown, quality?: GatewaySample['quality']][]) {
  const folds = new HistoryFolds(hourOf);
  for (const [minute, value, quality = 'good'] of samples) {
    // One call per sample, because samples arrive in several windows.
    folds.add([{ timestamp: new Date(minute * 60_000).toISOString(), value, quality }]);
  }
  return folds;
}

describe('HistoryFolds', () => {
  it.each([
    ['mean', 5, 7],
    ['min', 2, 7],
    ['max', 9, 7],
    ['first', 9, 7],
    ['last', 4, 7],
    ['sum', 15, 7],
  ] as const)('computes the %s of each bucket, for samples in any order', (aggregate, one, other) => {
    const folds = foldsOf([61, 7], [59, 4], [0, 9], [30, 2, 'uncertain']);
    expect(folds.values(aggregate)).toEqual([
      { startMs: 0, value: one },
      { startMs: HOUR_MS, value: other },
    ]);
  });

  it('ignores samples of bad quality or without a value', () => {
    const folds = foldsOf([0, 9, 'bad'], [1, 3], [2, null], [70, 8, 'bad']);
    for (const aggregate of HISTORY_AGGREGATES)
      expect(folds.values(aggregate)).toEqual([{ startMs: 0, value: 3 }]);
  });

  it('counts true as 1 and false as 0, and returns text only as first and last', () => {
    const folds = foldsOf([0, 'AUTO'], [1, true], [2, false], [3, true], [4, 'OFF'], [65, 'AUTO']);
    expect(folds.values('mean')).toEqual([{ startMs: 0, value: 2 / 3 }]);
    expect(folds.values('first').map(({ value }) => value)).toEqual(['AUTO', 'AUTO']);
    expect(folds.values('last').map(({ value }) => value)).toEqual(['OFF', 'AUTO']);
  });
});
