import fc from 'fast-check';
import { LocalCalendar } from '@app/gateway-server';
import { PointStore } from '../points/point-store';
import { ReplaySeries } from './replay-series';

const HOUR_MS = 3_600_000;

function aStore(timesMs: number[], values: number[]): PointStore {
  const store = new PointStore(new LocalCalendar('Europe/London'));
  store.add(new ReplaySeries('A', 'a', 'file', Float64Array.from(timesMs), Float64Array.from(values)));
  return store;
}

describe('ReplaySeries', () => {
  it('serves all samples of a range, including future ones', () => {
    const rows = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 });
    const edge = fc.integer({ min: -10, max: 1010 });
    fc.assert(
      fc.property(rows, edge, edge, (unsorted, fromMs, toMs) => {
        const timesMs = unsorted.sort((a, b) => a - b);
        const values = timesMs.map((ms) => (ms % 3 === 0 ? Number.NaN : ms));
        const served = [...aStore(timesMs, values).history('A', fromMs, toMs, -1)].map(({ value }) => value);
        expect(served).toEqual(values.filter((value) => value >= fromMs && value < toMs));
      }),
    );
  });

  it('adds up energy by whole hours and by whole local days', () => {
    const fromMs = Date.parse('2019-06-01T22:00:00Z');
    const timesMs = Array.from({ length: 100 }, (_, index) => fromMs + (index * HOUR_MS) / 2);
    const store = aStore(
      timesMs,
      timesMs.map(() => 1),
    );
    const folded = (interval: '1h' | '1d') =>
      [...store.history('A', 0, Date.now(), Date.now(), interval)].map(({ atMs, value }) => [
        new Date(atMs).toISOString(),
        value,
      ]);
    expect(folded('1h')).toHaveLength(50);
    expect(folded('1h').every(([, value]) => value === 2)).toBe(true);
    // Days that the file covers only partly are left out.
    expect(folded('1d')).toEqual([
      ['2019-06-01T23:00:00.000Z', 48],
      ['2019-06-02T23:00:00.000Z', 48],
    ]);
  });
});
