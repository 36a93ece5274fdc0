// Runs in the full check only: it fits years of published measurements.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BASELINE_METHODS, type BaselineMethod } from '@app/entities';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { profileHours } from '../energy/energy-profiles';
import { type BaselineDay, baselineDays } from './baseline-days';
import { type BaselineFit, fitBaseline } from './baseline-fit';
import { savingsOf } from './savings';

const { TEST_DATA_DIR } = process.env;
const describeWithData = TEST_DATA_DIR ? describe : describe.skip; // There are no published measurements.

const rowsOf = (path: string): string[][] =>
  gunzipSync(readFileSync(join(TEST_DATA_DIR ?? '', path)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));

const at = (date: string) => Date.parse(`${date}T00:00:00-06:00`);
const atUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);
const celsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;

const LEFT_OUT = new Set(['2019-03', '2019-10']);
const isLeftOut = ({ date }: BaselineDay) => LEFT_OUT.has(date.slice(0, 7));
const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** The hours of a column, with their instants. The last value of some files is `nan`. */
function seriesOf(
  rows: readonly string[][],
  column: number,
  toMs: (text: string) => number,
): Map<number, number> {
  return new Map(rows.slice(1).map((row) => [toMs(row[0] ?? ''), Number(row[column])]));
}

function daysOf(
  energies: ReadonlyMap<number, number>,
  temperaturesC: ReadonlyMap<number, number>,
  fromMs: number,
  toMs: number,
  zone: string,
): BaselineDay[] {
  const hours = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, hour) => ({
    startMs: fromMs + hour * HOUR_MS,
    endMs: fromMs + (hour + 1) * HOUR_MS,
  }));
  const sums = hours.map(({ startMs }) => {
    const kwh = energies.get(startMs);
    return {
      energyMwh: kwh === undefined ? null : Math.round(kwh * 1e6),
      coveredMs: HOUR_MS,
      estimated: false,
    };
  });
  const temperatures = hours.map(({ startMs }) => temperaturesC.get(startMs) ?? null);
  return baselineDays(hours, profileHours(hours, sums, zone), temperatures, []);
}

function fitOf(method: BaselineMethod, days: readonly BaselineDay[]): BaselineFit {
  const fit = fitBaseline(method, days);
  if (!('model' in fit)) throw new Error(`There is no fit: ${fit.missing.code}.`);
  return fit;
}

/** Fits ten months, and compares the other two with the expected energies. */
function validationOf(method: BaselineMethod, days: readonly BaselineDay[]) {
  const fit = fitOf(
    method,
    days.filter((day) => !isLeftOut(day)),
  );
  const others = days.filter(isLeftOut);
  const { points } = savingsOf(fit, others, others);
  const errors = points.map(({ actual, expected }) => (actual ?? Number.NaN) - (expected ?? Number.NaN));
  const mean = points.reduce((sum, { actual }) => sum + (actual ?? 0), 0) / points.length;
  const isInBand = ({ actual, low, high }: (typeof points)[number]) =>
    actual !== null && low !== null && high !== null && actual >= low && actual <= high;
  return {
    form: fit.model.form,
    cvRmse: fit.cvRmsePercent,
    meetsGuideline14: fit.meetsGuideline14,
    cvRmseOfOthers:
      (100 * Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)) / mean,
    nmbeOfOthers: (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length / mean,
    shareInBand: points.filter(isInBand).length / points.length,
  };
}

describeWithData('simulated buildings with a known measure (skipped without TEST_DATA_DIR)', () => {
  let temperaturesC: Map<number, number>;
  beforeAll(() => {
    const fahrenheit = seriesOf(rowsOf('opendsm-samples/il-tempF.csv.gz'), 1, Date.parse);
    temperaturesC = new Map([...fahrenheit].map(([ms, value]) => [ms, celsius(value)]));
  });

  // The saving of the building that only cools is less than 10 %: its summer after the measure has 7 % fewer degree
  // days, and the published loads of each year are those of its own weather.
  it.each([
    { name: 'il-electricity-cdd-hdd', heatingF: 60, coolingF: 65, points: 1.5 },
    { name: 'il-electricity-cdd-only', heatingF: null, coolingF: 65, points: 4 },
    { name: 'il-gas-hdd-only', heatingF: 60, coolingF: null, points: 2 },
    { name: 'il-gas-intercept-only', heatingF: null, coolingF: null, points: 1.5 },
  ])('$name has its balance points and a saving of 10 %', ({ name, heatingF, coolingF, points }) => {
    const energies = seriesOf(rowsOf(`opendsm-samples/${name}-hourly.csv.gz`), 1, Date.parse);
    const before = daysOf(energies, temperaturesC, at('2015-11-22'), at('2016-12-26'), 'Etc/GMT+6');
    const after = daysOf(energies, temperaturesC, at('2017-01-04'), at('2018-01-04'), 'Etc/GMT+6');
    for (const method of ['dailyChangePoint', 'hourlyTimeOfWeek'] as const) {
      const fit = fitOf(method, before);
      const { heatingBalanceC, coolingBalanceC } = fit.model;
      expect([heatingBalanceC, coolingBalanceC].map((found) => found === null)).toEqual(
        [heatingF, coolingF].map((known) => known === null),
      );
      const errorsC = [
        celsius(heatingF ?? 0) - (heatingBalanceC ?? celsius(0)),
        celsius(coolingF ?? 0) - (coolingBalanceC ?? celsius(0)),
      ];
      expect(Math.max(...errorsC.map(Math.abs))).toBeLessThan((3 * 5) / 9);
      const { saving } = savingsOf(fit, [{ startMs: at('2017-01-04'), endMs: at('2018-01-04') }], after);
      const { percent = Number.NaN, uncertaintyPercent } = saving ?? {};
      const difference = Math.abs((percent ?? Number.NaN) - 10);
      expect(difference).toBeLessThan(points);
      expect(difference).toBeLessThan(((percent ?? 0) * (uncertaintyPercent ?? 0)) / 100);
    }
  });
});

describeWithData('university buildings of 2019 (skipped without TEST_DATA_DIR)', () => {
  let temperaturesC: Map<number, number>;
  beforeAll(() => {
    temperaturesC = seriesOf(rowsOf('ucam-estates/weather_bedford_2019.csv.gz'), 1, atUtc);
  });

  // Of 13 buildings. Gas of some buildings heats laboratories or water, or is switched by hand.
  it.each([
    {
      file: 'electricity',
      met: { dailyChangePoint: 13, hourlyTimeOfWeek: 13, monthlyDegreeDays: 13 },
      cvRmse: 14,
      nmbe: 4,
    },
    {
      file: 'gas',
      met: { dailyChangePoint: 9, hourlyTimeOfWeek: 8, monthlyDegreeDays: 11 },
      cvRmse: 21,
      nmbe: 7,
    },
  ])('predicts two months of $file that it has not seen', ({ file, met, cvRmse, nmbe }) => {
    const rows = rowsOf(`ucam-estates/ucam_${file}_kwh_hourly_2018_2020.csv.gz`);
    const buildings = (rows[0] ?? []).slice(1);
    const [fromMs, toMs] = [Date.parse('2019-01-01T00:00Z'), Date.parse('2020-01-01T00:00Z')];
    const days = buildings.map((_, index) =>
      daysOf(seriesOf(rows, index + 1, Date.parse), temperaturesC, fromMs, toMs, 'Europe/London'),
    );
    for (const method of BASELINE_METHODS) {
      const results = days.map((ofBuilding) => validationOf(method, ofBuilding));
      expect(results.filter(({ meetsGuideline14 }) => meetsGuideline14)).toHaveLength(met[method]);
      expect(median(results.map(({ cvRmseOfOthers }) => cvRmseOfOthers))).toBeLessThan(cvRmse);
      expect(median(results.map(({ nmbeOfOthers }) => Math.abs(nmbeOfOthers)))).toBeLessThan(nmbe);
      expect(median(results.map(({ shareInBand }) => shareInBand))).toBeGreaterThan(0.85);
    }
  });
});
