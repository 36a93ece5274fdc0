import fc from 'fast-check';
import { HISTORY_INTERVALS, HOUR_MS, LocalCalendar, MINUTE_MS } from '@app/gateway-server';
import { Building } from '../model/building';
import { ModelSeries } from './model-series';
import { PointStore } from './point-store';

const NOW_MS = Date.parse('2015-11-20T14:07:12Z');
const REGISTER = 'F1.ELEC.LIGHTING.KWH';
const INTERVAL_METER = 'F1.ELEC.HVAC.KWH';
const LEVEL = 'F1.EAST.LIGHT.LEVEL';

function aStore(): PointStore {
  const building = new Building(1, new LocalCalendar('Europe/London'));
  const store = new PointStore(building.calendar);
  for (const point of building.points) store.add(new ModelSeries(point, store.read));
  return store;
}

describe('PointStore', () => {
  const store = aStore();
  store.write(LEVEL, 35, NOW_MS - 5 * HOUR_MS - 1234);
  store.write(LEVEL, 65, NOW_MS - 2 * HOUR_MS);
  const stamps = (nowMs: number) =>
    [...store.history(INTERVAL_METER, NOW_MS - HOUR_MS, NOW_MS + HOUR_MS, nowMs)].map(({ atMs }) => atMs);

  it.each([undefined, ...HISTORY_INTERVALS])(
    'returns the same history for a window as for its two parts together (interval %s)',
    (interval) => {
      const codes = fc.constantFrom(REGISTER, INTERVAL_METER, LEVEL, 'F1.EAST.ZONE.TEMP', 'AHU1.FAN.CMD');
      const offsets = fc.uniqueArray(fc.integer({ min: -50 * HOUR_MS, max: 2 * HOUR_MS }), {
        minLength: 3,
        maxLength: 3,
      });
      fc.assert(
        fc.property(codes, offsets, (code, unsorted) => {
          const [a = 0, b = 0, c = 0] = unsorted.sort((x, y) => x - y).map((offset) => NOW_MS + offset);
          const history = (fromMs: number, toMs: number) => [
            ...store.history(code, fromMs, toMs, NOW_MS, interval),
          ];
          expect([...history(a, b), ...history(b, c)]).toEqual(history(a, c));
        }),
        { numRuns: 40 },
      );
    },
  );

  it('never returns decreasing values of a register', () => {
    let before = -Infinity;
    for (const { value } of store.history(REGISTER, NOW_MS - 48 * HOUR_MS, NOW_MS, NOW_MS)) {
      expect(value).toBeGreaterThanOrEqual(before);
      before = Number(value);
    }
  });

  it('returns no samples from the future', () => {
    const last = [...store.history(REGISTER, NOW_MS - HOUR_MS, NOW_MS + HOUR_MS, NOW_MS)].at(-1);
    expect(last?.atMs).toBe(Date.parse('2015-11-20T14:07:00Z'));
    expect(store.latest(REGISTER, NOW_MS)).toEqual(last);
  });

  it('returns the value of an interval only after its end, with the timestamp of its start', () => {
    const quarterMs = Date.parse('2015-11-20T14:00:00Z');
    expect(stamps(quarterMs + 15 * MINUTE_MS - 1).at(-1)).toBe(quarterMs - 15 * MINUTE_MS);
    expect(stamps(quarterMs + 15 * MINUTE_MS).at(-1)).toBe(quarterMs);
  });

  it('has no history before the start of operation', () => {
    const commissionedMs = Date.UTC(2010, 0, 1);
    const first = [...store.history(REGISTER, 0, commissionedMs + 2 * MINUTE_MS, NOW_MS)];
    expect(first.map(({ atMs }) => atMs)).toEqual([commissionedMs, commissionedMs + MINUTE_MS]);
    expect(store.latest(REGISTER, commissionedMs - 1)).toMatchObject({ value: null, quality: 'bad' });
  });

  it('returns the first reading of a register in each bucket', () => {
    const fromMs = NOW_MS - 30 * HOUR_MS;
    for (const { atMs, value } of store.history(REGISTER, fromMs, NOW_MS, NOW_MS, '1h')) {
      expect(value).toBe(store.read(REGISTER, atMs));
    }
  });

  it('returns a bucket only after its end', () => {
    const hours = [...store.history(REGISTER, NOW_MS - 3 * HOUR_MS, NOW_MS + HOUR_MS, NOW_MS, '1h')];
    expect(hours.at(-1)?.atMs).toBe(Date.parse('2015-11-20T13:00:00Z'));
  });

  it('returns a written value for all times after the write, and leaves earlier samples unchanged', () => {
    const written = aStore();
    const writtenMs = NOW_MS - 90_000;
    const before = [...written.history(LEVEL, writtenMs - HOUR_MS, writtenMs, NOW_MS)];
    written.write(LEVEL, 12, writtenMs);
    expect([...written.history(LEVEL, writtenMs - HOUR_MS, writtenMs, NOW_MS)]).toEqual(before);
    const after = [...written.history(LEVEL, writtenMs, NOW_MS, NOW_MS)];
    expect(after.map(({ atMs, value }) => [new Date(atMs).toISOString(), value])).toEqual([
      ['2015-11-20T14:05:42.000Z', 12],
      ['2015-11-20T14:06:00.000Z', 12],
      ['2015-11-20T14:07:00.000Z', 12],
    ]);
    expect(written.latest(LEVEL, NOW_MS)).toMatchObject({ value: 12, quality: 'good' });
  });

  it('computes the values of points from values that were written to other points', () => {
    const written = aStore();
    written.write('F1.EAST.LIGHT.SWITCH', true, NOW_MS);
    written.write(LEVEL, 50, NOW_MS);
    expect(written.read('F1.EAST.LIGHT.POWER', NOW_MS + MINUTE_MS)).toBe(1125);
    written.write('F1.EAST.LIGHT.SWITCH', false, NOW_MS + MINUTE_MS);
    expect(written.read('F1.EAST.LIGHT.POWER', NOW_MS + 2 * MINUTE_MS)).toBe(0);
  });

  it('keeps writes in order when the clock goes back', () => {
    const written = aStore();
    written.write(LEVEL, 10, NOW_MS);
    written.write(LEVEL, 20, NOW_MS - 1000);
    expect(written.latest(LEVEL, NOW_MS)).toMatchObject({ value: 20, atMs: NOW_MS });
  });

  it('returns no value for an unknown point', () => {
    expect(store.latest('NOPE', NOW_MS)).toEqual({ atMs: NOW_MS, value: null, quality: 'bad' });
    expect([...store.history('NOPE', 0, NOW_MS, NOW_MS)]).toEqual([]);
    expect(() => store.find('NOPE')).toThrow('The point NOPE was not found.');
  });
});
