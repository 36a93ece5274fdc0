import type { EnergyPortQuery, JsonObject, NamedPointReading, PointHistoryQuery } from '@app/workflow-engine';
import { TRIAL_NOW_MS, tryNode } from '../../../test/factories/node-trial';
import { readEnergyNode } from './read-energy.node';
import { readHistoryNode } from './read-history.node';
import { readPointNode } from './read-point.node';

const at = (ageMs: number) => new Date(TRIAL_NOW_MS - ageMs).toISOString();

/** Fake ports that return these values and record the requests. */
function portsWith(found: NamedPointReading[] = []) {
  const asked: unknown[] = [];
  return {
    asked,
    readings: {
      values: (names: readonly string[]) => {
        asked.push(names);
        return Promise.resolve(found);
      },
      history: (query: PointHistoryQuery) => {
        asked.push(query);
        return Promise.resolve([
          { timestamp: at(7_200_000), value: 3 },
          { timestamp: at(3_600_000), value: 5 },
        ]);
      },
    },
  };
}

describe('read_point', () => {
  const one: NamedPointReading = { code: 'P1', value: 21.5, quality: 'uncertain', timestamp: at(5000) };

  it('returns the value, quality and age of a single point', async () => {
    const { asked, readings } = portsWith([one]);
    const { outcome } = await tryNode(
      readPointNode,
      { codes: '{{ triggerData.code }}' },
      {
        ports: { readings },
        triggerData: { code: 'P1' },
      },
    );
    expect(asked).toEqual([['P1']]);
    const points = [{ ...one, ageMs: 5000 }];
    expect(outcome).toEqual({ kind: 'done', output: { points, value: 21.5, quality: 'uncertain' } });
  });

  it('returns no single value for several points, and no negative age', async () => {
    const ahead = { ...one, code: 'P2', timestamp: at(-400) };
    const { readings } = portsWith([one, ahead]);
    const { outcome } = await tryNode(readPointNode, { codes: ['P1', 'P*'] }, { ports: { readings } });
    expect(outcome).toMatchObject({ output: { value: null, quality: null, points: [{}, { ageMs: 0 }] } });
  });
});

describe('read_history', () => {
  it('returns one value for a range that ends when the node run starts', async () => {
    const { asked, readings } = portsWith();
    const config = { code: 'P1', lastMs: 3_600_000, aggregate: 'mean' };
    const { outcome } = await tryNode(readHistoryNode, config, { ports: { readings } });
    expect(asked).toEqual([{ code: 'P1', from: at(3_600_000), to: at(0), aggregate: 'mean' }]);
    expect(outcome).toEqual({ kind: 'done', output: { values: [], value: 3 } });
  });

  it('returns the values of the intervals', async () => {
    const { asked, readings } = portsWith();
    const config = { code: 'P1', from: '2026-03-01', to: '2026-03-02', interval: '1h', aggregate: 'max' };
    const { outcome } = await tryNode(readHistoryNode, config, { ports: { readings } });
    expect(asked).toEqual([config]);
    expect(outcome).toMatchObject({ output: { values: [{ value: 3 }, { value: 5 }], value: null } });
  });
});

describe('read_energy', () => {
  it('returns the figures of the period up to the start of the node run', async () => {
    const figures = {
      total: 12.5,
      avg: 0.5,
      peak: 2,
      peakTime: at(0),
      unit: 'kWh',
      coverage: 1,
      silentMeters: ['HALL'],
      comparedToLastPeriod: { total: 4, avg: 4, peak: null, coverage: 0.9 },
    };
    const asked: unknown[] = [];
    const energy = {
      figures: (query: EnergyPortQuery, nowMs: number) => {
        asked.push(query, nowMs);
        return Promise.resolve(figures);
      },
    };
    const config = { areaId: '{{ triggerData.area }}', period: 'yesterday' };
    const { outcome, logs } = await tryNode(readEnergyNode, config, {
      ports: { energy },
      triggerData: { area: 7 },
    });
    const query = { metric: 'energy', energyType: 'electricity', areaId: 7, period: 'yesterday' };
    expect(asked).toEqual([query, TRIAL_NOW_MS]);
    expect(outcome).toEqual({ kind: 'done', output: figures });
    expect(logs).toEqual(['Read 12.5 kWh.']);
  });

  it.each(['demand', 'baseline', 'budget'])(
    'needs an area for the metric %s, which has no points',
    (metric) => {
      const problemsOf = (config: JsonObject) =>
        readEnergyNode.check?.({ period: 'today', metric, ...config }).map(({ path, code }) => [path, code]);
      expect(problemsOf({ interval: 'day' })).toEqual([
        ['areaId', 'required_for'],
        ['interval', 'omitted_for'],
      ]);
      expect(problemsOf({ areaId: 1 })).toEqual([]);
    },
  );
});
