import { HOUR_MS, LocalCalendar, MINUTE_MS } from '@app/gateway-server';
import { ModelSeries } from '../points/model-series';
import { PointStore } from '../points/point-store';
import type { AlarmRule } from './alarm-rules';
import { Building } from './building';
import { Story } from './story';

const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.parse('2015-11-20T14:07:12Z');

function aBuilding(seed = 1, shownMs?: number): { building: Building; store: PointStore } {
  const calendar = new LocalCalendar('Europe/London');
  const story = shownMs === undefined ? null : new Story(shownMs, calendar);
  const building = new Building(seed, calendar, story);
  const store = new PointStore(calendar);
  for (const point of building.points) store.add(new ModelSeries(point, store.read, story?.thinnedBeforeMs));
  return { building, store };
}

const { building, store } = aBuilding();
const valueAt = (code: string, atMs: number): number => Number(store.read(code, atMs));
const sumOf = (code: string, fromMs: number, toMs: number): number => {
  let sum = 0;
  for (const { value } of store.history(code, fromMs, toMs, NOW_MS)) sum += Number(value);
  return sum;
};

const valuesOf = (from: PointStore) => from.definitions().map(({ code }) => from.latest(code, NOW_MS).value);
const totalOf = (samples: { value: unknown }[]) => samples.reduce((sum, { value }) => sum + Number(value), 0);
const meanKwFrom = (instant: string) => {
  const fromMs = Date.parse(instant);
  return sumOf('BLDG.ELEC.MAIN.POWER', fromMs, fromMs + HOUR_MS) / 120;
};
const gasM3On = (day: string) => {
  const fromMs = Date.parse(day);
  return valueAt('BLDG.GAS.VOLUME', fromMs + DAY_MS) - valueAt('BLDG.GAS.VOLUME', fromMs);
};

const kwhOf = (from: PointStore, code: string, start: string, hours: number) =>
  Number(from.read(code, Date.parse(start) + hours * HOUR_MS)) - Number(from.read(code, Date.parse(start)));

describe('the demonstration building', () => {
  it('has three floors with a register, an interval meter and a power meter each', () => {
    const codes = store.definitions().map((definition) => definition.code);
    expect(codes.length).toBeGreaterThanOrEqual(60);
    for (const floor of ['F1', 'F2', 'F3']) {
      for (const meter of ['LIGHTING.KWH', 'HVAC.KWH', 'POWER'])
        expect(codes).toContain(`${floor}.ELEC.${meter}`);
    }
  });

  it('has the same values after a restart, even if a range begins later, and other values with another seed', () => {
    const again = aBuilding().store;
    const other = aBuilding(2).store;
    expect(valuesOf(again)).toEqual(valuesOf(store));
    const fromMs = Date.parse('2015-11-05T00:00:00Z');
    const laterMs = Date.parse('2015-11-05T07:31:15Z');
    for (const code of ['BLDG.ELEC.MAIN.POWER', 'F1.ELEC.LIGHTING.KWH']) {
      const whole = [...store.history(code, fromMs, fromMs + DAY_MS, NOW_MS)];
      const late = [...again.history(code, laterMs, fromMs + DAY_MS, NOW_MS)];
      expect(late).toEqual(whole.filter(({ atMs }) => atMs >= laterMs));
      expect(late.length).toBeGreaterThan(0);
    }
    expect(valuesOf(other)).not.toEqual(valuesOf(store));
  });

  it('feeds the floors and the plant through the main incomer', () => {
    const atMs = Date.parse('2015-11-19T11:30:00Z');
    const parts = ['F1.ELEC.POWER', 'F2.ELEC.POWER', 'F3.ELEC.POWER', 'BLDG.ELEC.PLANT.POWER'];
    const sum = parts.reduce((kw, code) => kw + valueAt(code, atMs), 0);
    expect(valueAt('BLDG.ELEC.MAIN.POWER', atMs)).toBeCloseTo(sum, 2);
  });

  it('measures the energy of each floor as the integral of its power', () => {
    const fromMs = Date.parse('2015-11-19T00:00:00Z');
    const toMs = fromMs + DAY_MS;
    const lightingKwh = valueAt('F1.ELEC.LIGHTING.KWH', toMs) - valueAt('F1.ELEC.LIGHTING.KWH', fromMs);
    const hvacKwh = sumOf('F1.ELEC.HVAC.KWH', fromMs, toMs);
    const powerKwh = sumOf('F1.ELEC.POWER', fromMs, toMs) / 60;
    // The power meter has one sample per minute, but the power may change every half minute.
    expect(Math.abs(powerKwh - lightingKwh - hvacKwh) / powerKwh).toBeLessThan(0.005);
  });

  it('returns the sum of four quarter-hours as the hourly value of an interval meter', () => {
    const fromMs = Date.parse('2015-11-01T00:00:00Z');
    const quarters = [...store.history('F2.ELEC.HVAC.KWH', fromMs, fromMs + DAY_MS, NOW_MS)];
    const hours = [...store.history('F2.ELEC.HVAC.KWH', fromMs, fromMs + DAY_MS, NOW_MS, '1h')];
    expect(quarters).toHaveLength(96);
    expect(hours).toHaveLength(24);
    expect(totalOf(hours)).toBeCloseTo(totalOf(quarters), 6);
  });

  it('uses more energy during working hours than at night and at weekends', () => {
    const thursday = meanKwFrom('2015-11-19T11:00:00Z');
    expect(thursday).toBeGreaterThan(3 * meanKwFrom('2015-11-19T02:00:00Z'));
    expect(thursday).toBeGreaterThan(3 * meanKwFrom('2015-11-15T11:00:00Z'));
  });

  it('burns gas in winter', () => {
    expect(gasM3On('2015-01-20T00:00:00Z')).toBeGreaterThan(5 * gasM3On('2015-07-21T00:00:00Z'));
  });

  it('has a history with new lamps and two faults, and thins old samples', () => {
    const storied = aBuilding(1, NOW_MS).store;
    const ratio = (code: string, from: string, hours: number) =>
      kwhOf(storied, code, from, hours) / kwhOf(store, code, from, hours);
    expect(ratio('F2.ELEC.LIGHTING.KWH', '2015-03-01T00:00:00Z', 240)).toBe(1);
    expect(ratio('F2.ELEC.LIGHTING.KWH', '2015-07-01T00:00:00Z', 240)).toBeCloseTo(0.6, 4);
    expect(ratio('F1.ELEC.LIGHTING.KWH', '2015-10-01T00:00:00Z', 240)).toBe(1);
    expect(ratio('F1.ELEC.LIGHTING.KWH', '2015-11-16T04:00:00Z', 2)).toBeGreaterThan(3);
    const nightKwh = storied.history(
      'F3.ELEC.HVAC.KWH',
      NOW_MS - 14 * HOUR_MS,
      NOW_MS - 12 * HOUR_MS,
      NOW_MS,
    );
    expect(totalOf([...nightKwh])).toBeGreaterThan(9);
    const samples = (daysAgo: number) => {
      const fromMs = Date.parse('2015-11-20T00:00:00Z') - daysAgo * DAY_MS;
      return [...storied.history('F1.ELEC.POWER', fromMs, fromMs + HOUR_MS, NOW_MS)].length;
    };
    expect([samples(31), samples(32)]).toEqual([60, 4]);
  });

  it('shows each disturbance in the values of a point while its alarm is active', () => {
    const year = building.episodes.between(NOW_MS - 365 * DAY_MS, NOW_MS);
    expect(new Set(year.map((episode) => episode.rule.id)).size).toBe(building.episodes.rules.length);
    for (const { rule, fromMs, toMs } of year) {
      for (let atMs = fromMs; atMs < toMs; atMs += 20 * MINUTE_MS) {
        const point = building.points.find(({ definition }) => definition.code === rule.code);
        expect([rule.id, atMs, isBeyond(rule, Number(point?.valueAt(atMs, store.read)))]).toEqual([
          rule.id,
          atMs,
          true,
        ]);
      }
    }
  });
});

function isBeyond({ comparison, threshold }: AlarmRule, value: number): boolean {
  if (comparison === 'gt') return value > threshold;
  if (comparison === 'lt') return value < threshold;
  return value === threshold;
}
