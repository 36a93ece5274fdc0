import type { GatewaySample } from '@app/gateway-client';
import { HISTORY_AGGREGATES, HistoryAggregator } from './history-aggregator';

const HOUR_MS = 3_600_000;
const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS) * HOUR_MS;

function aggregatorOf(...samples: [minute: number, value: unknown, quality?: GatewaySample['quality']][]) {
  const aggregator = new HistoryAggregator(hourOf);
  for (const [minute, value, quality = 'good'] of samples) {
    // One call per sample, because samples arrive in several windows.
    aggregator.add([{ timestamp: new Date(minute * 60_000).toISOString(), value, quality }]);
  }
  return aggregator;
}

describe('HistoryAggregator', () => {
  it.each([
    ['mean', 5, 7],
    ['min', 2, 7],
    ['max', 9, 7],
    ['first', 9, 7],
    ['last', 4, 7],
    ['sum', 15, 7],
  ] as const)('computes the %s of each bucket, for samples in any order', (aggregate, one, other) => {
    const aggregator = aggregatorOf([61, 7], [59, 4], [0, 9], [30, 2, 'uncertain']);
    expect(aggregator.values(aggregate)).toEqual([
      { startMs: 0, value: one },
      { startMs: HOUR_MS, value: other },
    ]);
  });

  it('ignores samples of bad quality or without a value', () => {
    const aggregator = aggregatorOf([0, 9, 'bad'], [1, 3], [2, null], [70, 8, 'bad']);
    for (const aggregate of HISTORY_AGGREGATES)
      expect(aggregator.values(aggregate)).toEqual([{ startMs: 0, value: 3 }]);
  });

  it('counts true as 1 and false as 0, and returns text only as first and last', () => {
    const aggregator = aggregatorOf([0, 'AUTO'], [1, true], [2, false], [3, true], [4, 'OFF'], [65, 'AUTO']);
    expect(aggregator.values('mean')).toEqual([{ startMs: 0, value: 2 / 3 }]);
    expect(aggregator.values('first').map(({ value }) => value)).toEqual(['AUTO', 'AUTO']);
    expect(aggregator.values('last').map(({ value }) => value)).toEqual(['OFF', 'AUTO']);
  });
});
