// Runs in the full check only: it fits years of published measurements.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BASELINE_METHODS, type BaselineMethod } from '@app/entities';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { profileHours } from '../energy/energy-profiles';
import { type BaselineDay, type BaselineHour, baselineDays, observationsOf } from './baseline-days';
import { type BaselineFit, fitBaseline, GUIDELINE_14 } from './baseline-fit';
import { expectedKwh, sum } from './change-points';
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
const fahrenheitOf = (value: number | null) => (value === null ? null : (value * 9) / 5 + 32);
/** Adding 0 turns -0 into 0. */
const percentText = (value: number) => (Number(value.toFixed(1)) + 0).toFixed(1);

/** Redrawn samples of a building. */
const DRAWS = 200;
const describePrinting = process.env.PRINT_TABLES ? describe : describe.skip; // The draws take 10 s.

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

/** Fits ten months, and compares the other two with the expected energies. Returns null if there is no fit. */
function validationOf(method: BaselineMethod, days: readonly BaselineDay[]) {
  const seen = days.filter((day) => !isLeftOut(day));
  const fit = fitBaseline(method, seen);
  if (!('model' in fit)) return null;
  const others = days.filter(isLeftOut);
  const observations = observationsOf(method, others);
  const errors = observations.map(
    (observation) => observation.energyKwh - expectedKwh(fit.model, observation),
  );
  const total = sum(observations.map(({ energyKwh }) => energyKwh));
  const squares = sum(errors.map((error) => error ** 2));
  const cvRmse = (100 * Math.sqrt(squares * observations.length)) / total;
  const nmbe = (100 * sum(errors)) / total;
  const bounds = GUIDELINE_14[method];
  const { points } = savingsOf(fit, others, others);
  const isInBand = ({ actual, low, high }: (typeof points)[number]) =>
    actual !== null && low !== null && high !== null && actual >= low && actual <= high;
  return {
    fit,
    cvRmse,
    nmbe,
    isMet: cvRmse <= bounds.cvRmse && Math.abs(nmbe) <= bounds.nmbe,
    shareInBand: points.filter(isInBand).length / points.length,
  };
}

/** The saving of a period and half of its band, in percent of the expected energy. */
function savingBy(fit: BaselineFit, days: readonly BaselineDay[]) {
  const { saving } = savingsOf(fit, days, days);
  const { percent = null, uncertaintyPercent = null } = saving ?? {};
  if (percent === null || uncertaintyPercent === null) throw new Error('There is no saving.');
  return { percent, band: Math.abs(percent * uncertaintyPercent) / 100 };
}

/** Compares rows with those of a document. If `PRINT_TABLES` is set, it also prints them. */
function expectInDocument(name: string, rows: readonly string[]): void {
  if (process.env.PRINT_TABLES) process.stdout.write(`${rows.join('\n')}\n`);
  const document = readFileSync(join(__dirname, '../../../../../docs', name), 'utf8');
  const documented = new Set(document.split('\n').map((line) => line.replaceAll(/ +/g, ' ')));
  expect(rows.filter((row) => !documented.has(row))).toEqual([]);
}

/** Uniform values from 0 to 1, the same for the same seed (a linear congruential generator). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const kwhOf = (days: readonly BaselineDay[]) => sum(days.map(({ energyMwh }) => energyMwh)) / 1e6;
const meanOf = (values: readonly number[]) => sum(values) / values.length;
function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}

const degreesAbove65F = (temperatureC: number) => Math.max(0, temperatureC - celsius(65));

const rowOf = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

describeWithData('simulated buildings with a known measure (skipped without TEST_DATA_DIR)', () => {
  let temperaturesC: Map<number, number>;
  beforeAll(() => {
    const fahrenheit = seriesOf(rowsOf('opendsm-samples/il-tempF.csv.gz'), 1, Date.parse);
    temperaturesC = new Map([...fahrenheit].map(([ms, value]) => [ms, celsius(value)]));
  });

  const daysBefore = (energies: ReadonlyMap<number, number>) =>
    daysOf(energies, temperaturesC, at('2015-11-22'), at('2016-12-26'), 'Etc/GMT+6');
  const daysAfter = (energies: ReadonlyMap<number, number>, end: string) =>
    daysOf(energies, temperaturesC, at('2017-01-04'), at(end), 'Etc/GMT+6');

  // The readings of `il-electricity-cdd-only` contain a saving of only 6.2 %, see the next test.
  it.each([
    { name: 'il-electricity-cdd-hdd', heatingF: 60, coolingF: 65, points: 1.5 },
    { name: 'il-electricity-cdd-only', heatingF: null, coolingF: 65, points: 4 },
    { name: 'il-gas-hdd-only', heatingF: 60, coolingF: null, points: 1.5 },
    { name: 'il-gas-intercept-only', heatingF: null, coolingF: null, points: 1.5 },
  ])('$name has its balance points and a saving of 10 %', ({ name, heatingF, coolingF, points }) => {
    const energies = seriesOf(rowsOf(`opendsm-samples/${name}-hourly.csv.gz`), 1, Date.parse);
    const rows = (['dailyChangePoint', 'hourlyTimeOfWeek'] as const).map((method) => {
      const fit = fitOf(method, daysBefore(energies));
      const found = [fit.model.heatingBalanceC, fit.model.coolingBalanceC].map(fahrenheitOf);
      const known = [heatingF, coolingF];
      expect(found.map((value) => value === null)).toEqual(known.map((value) => value === null));
      for (const [index, value] of found.entries())
        expect(Math.abs((value ?? 0) - (known[index] ?? 0))).toBeLessThan(3);
      const year = savingBy(fit, daysAfter(energies, '2018-01-04'));
      const all = savingBy(fit, daysAfter(energies, '2018-02-08'));
      for (const { percent, band } of [year, all]) expect(Math.abs(percent - 10)).toBeLessThan(band);
      expect(Math.abs(all.percent - 10)).toBeLessThan(points);
      return rowOf(
        `\`${name}\``,
        `\`${method}\``,
        known.map((value) => value ?? '–').join(', '),
        found.map((value) => value?.toFixed(1) ?? '–').join(', '),
        ...[all, year].map(({ percent, band }) => `${percent.toFixed(1)} ± ${band.toFixed(1)}`),
      );
    });
    expectInDocument('savings.md', rows);
  });

  describePrinting('draws (skipped without PRINT_TABLES)', () => {
    it('finds 10 % on average, and scatters by more than 1.5 points, with the noise of il-electricity-cdd-only', () => {
      const [cooled = new Map(), constant = new Map()] = ['electricity-cdd', 'gas-intercept'].map((name) =>
        seriesOf(rowsOf(`opendsm-samples/il-${name}-only-hourly.csv.gz`), 1, Date.parse),
      );
      const [before, after] = [daysBefore(cooled), daysAfter(cooled, '2018-02-08')];
      const hoursBefore = before.flatMap(({ hours }) => hours);
      const basePerHour = 2500 / 8760; // This and the balance point are published.
      const perDegree =
        (kwhOf(before) - basePerHour * hoursBefore.length) /
        sum(hoursBefore.map(({ temperatureC }) => degreesAbove65F(temperatureC)));
      const loadOf = ({ temperatureC }: BaselineHour) =>
        basePerHour + perDegree * degreesAbove65F(temperatureC);
      const expected = sum(after.flatMap(({ hours }) => hours.map(loadOf)));
      const percentByPublished = 100 * (1 - kwhOf(after) / expected);
      expect(percentByPublished).toBeLessThan(8.5);

      // The hours scatter like an exponential distribution: its standard deviation is its mean.
      const constants = daysBefore(constant).flatMap(({ hours }) => hours.map(({ energyMwh }) => energyMwh));
      expect(deviationOf(constants) / meanOf(constants)).toBeCloseTo(1, 1);
      const random = randomOf(1);
      const drawn = (days: readonly BaselineDay[], share: number): BaselineDay[] =>
        days.map((day) => {
          const hours = day.hours.map((hour) => {
            const energyMwh = Math.round(-Math.log(1 - random()) * share * loadOf(hour) * 1e6);
            return { ...hour, energyMwh };
          });
          return { ...day, hours, energyMwh: sum(hours.map(({ energyMwh }) => energyMwh)) };
        });
      const percents = Array.from(
        { length: DRAWS },
        () => savingBy(fitOf('dailyChangePoint', drawn(before, 1)), drawn(after, 0.9)).percent,
      );
      const near = percents.filter((percent) => Math.abs(percent - 10) < 1.5).length;
      const low = percents.filter((percent) => percent <= percentByPublished).length;
      expectInDocument('savings.md', [
        rowOf('Saving by the published base load and balance point', `${percentByPublished.toFixed(1)} %`),
        rowOf(`Mean saving of ${DRAWS} draws`, `${meanOf(percents).toFixed(1)} %`),
        rowOf('Standard deviation of these savings', `${deviationOf(percents).toFixed(1)} points`),
        rowOf('Draws within 1.5 points of 10 %', `${near} of ${DRAWS}`),
        rowOf('Draws with at most the saving of the first row', `${low} of ${DRAWS}`),
      ]);
      expect(Math.abs(meanOf(percents) - 10)).toBeLessThan(0.5);
      expect(deviationOf(percents)).toBeGreaterThan(1.5);
    });
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
      met: { dailyChangePoint: 13, hourlyTimeOfWeek: 13, monthlyDegreeDays: 12 },
      predicted: { dailyChangePoint: 13, hourlyTimeOfWeek: 13, monthlyDegreeDays: 11 },
    },
    {
      file: 'gas',
      met: { dailyChangePoint: 9, hourlyTimeOfWeek: 8, monthlyDegreeDays: 11 },
      predicted: { dailyChangePoint: 5, hourlyTimeOfWeek: 6, monthlyDegreeDays: 5 },
    },
  ])('predicts two months of $file that it has not seen', ({ file, met, predicted }) => {
    const rows = rowsOf(`ucam-estates/ucam_${file}_kwh_hourly_2018_2020.csv.gz`);
    const buildings = (rows[0] ?? []).slice(1);
    const [fromMs, toMs] = [Date.parse('2019-01-01T00:00Z'), Date.parse('2020-01-01T00:00Z')];
    // The publisher wrote 0 for missing readings. No building is without electricity, but many are without gas in summer.
    const isReading = (value: string | undefined) => file === 'gas' || Number(value) !== 0;
    const days = buildings.map((_, index) => {
      const readings = rows.filter((row) => isReading(row[index + 1]));
      const energies = seriesOf(readings, index + 1, Date.parse);
      return daysOf(energies, temperaturesC, fromMs, toMs, 'Europe/London');
    });
    for (const method of BASELINE_METHODS) {
      const results = days.map((ofBuilding) => validationOf(method, ofBuilding));
      const rowsOfMethod = results.map((result, index) =>
        rowOf(
          buildings[index] ?? '',
          file,
          `\`${method}\``,
          ...(result
            ? [
                percentText(result.fit.cvRmsePercent),
                result.fit.meetsGuideline14 ? 'yes' : 'no',
                percentText(result.cvRmse),
                percentText(result.nmbe),
                result.isMet ? 'yes' : 'no',
              ]
            : ['no fit', 'no', '–', '–', 'no']),
        ),
      );
      expectInDocument('savings-ucam.md', rowsOfMethod);
      expect(results.filter((result) => result?.fit.meetsGuideline14)).toHaveLength(met[method]);
      expect(results.filter((result) => result?.isMet)).toHaveLength(predicted[method]);
      const shares = results.flatMap((result) => result?.shareInBand ?? []);
      expect(median(shares)).toBeGreaterThan(0.85);
    }
  });
});
