import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { millionths, wholeMwh } from './measured-energy';

const MINUTE_MS = 60_000;
const { TEST_DATA_DIR } = process.env;

/** Like `describe`, for tests of real measurements. */
export const describeWithData = TEST_DATA_DIR ? describe : describe.skip; // There are no measurements of buildings.

const dataFile = (...names: string[]) => join(TEST_DATA_DIR ?? '', ...names);

export const FILES = {
  electricity: dataFile('ucam-estates', 'ucam_electricity_kwh_hourly_2018_2020.csv.gz'),
  gas: dataFile('ucam-estates', 'ucam_gas_kwh_hourly_2018_2020.csv.gz'),
  carbonIntensity: dataFile('ucam-estates', 'gb_carbon_intensity_2019.csv.gz'),
  house: dataFile('uci-appliances', 'energydata_complete.csv.gz'),
  factors: dataFile('emission-factors', 'emission_factors.csv'),
};

export interface Measurement {
  atMs: number;
  mwh: bigint;
}

/** The measurements of a published file by column. */
export type Measurements = Map<string, Measurement[]>;

export function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

const rowsOf = (file: string) => parse<Record<string, string>>(textOf(file), { columns: true, trim: true });

/**
 * Returns the rows of a published file from one date up to another, in UTC, with the timestamps and some of the other
 * columns. Fields must not be quoted.
 */
export function excerptOf(
  file: string,
  columns: readonly string[],
  { from, to }: { from: string; to: string },
): string {
  const [header = '', ...lines] = textOf(file).trim().split('\n');
  const names = header.split(',');
  const kept = [0, ...columns.map((column) => names.indexOf(column))];
  const rows = lines.filter((line) => line >= from && line < to);
  return [header, ...rows].map((line) => pick(line.split(','), kept).join(',')).join('\n');
}

const pick = (fields: readonly string[], indexes: readonly number[]) => indexes.map((index) => fields[index]);

/**
 * Reads a published file with a column of timestamps and one column of energy per building.
 * @param unitMwh the unit of energy in the file, in milliwatt-hours
 * @param offset the UTC offset of timestamps that have none; UTC by default, as in the simulated gateway
 */
export function readMeasurements(
  file: string,
  columns: readonly string[],
  unitMwh: bigint,
  offset = 'Z',
): Measurements {
  const rows = rowsOf(file);
  const [timeColumn = ''] = Object.keys(rows[0] ?? {});
  return new Map(
    columns.map((column) => [
      column,
      rows.map((row) => ({
        atMs: instantOf(row[timeColumn] ?? '', offset),
        mwh: (wholeMwh(row[column] ?? '') * unitMwh) / 1_000_000n,
      })),
    ]),
  );
}

function instantOf(text: string, offset: string): number {
  return Date.parse(text.endsWith('Z') ? text : `${text.replace(' ', 'T')}${offset}`);
}

/** Returns the sum of several meters, which must have measurements for the same times. */
export function sumOfMeters(meters: readonly (readonly Measurement[])[]): Measurement[] {
  const [first = []] = meters;
  return first.map(({ atMs }, index) => ({
    atMs,
    mwh: meters.reduce((sum, measured) => sum + (measured[index]?.mwh ?? 0n), 0n),
  }));
}

/** Splits each measurement into two halves, because a price may change in the middle of an interval. */
export function halvesOf(measured: readonly Measurement[], lengthMs: number): Measurement[] {
  return measured.flatMap(({ atMs, mwh }) => [
    { atMs, mwh: mwh / 2n },
    { atMs: atMs + lengthMs / 2, mwh: mwh - mwh / 2n },
  ]);
}

export const within = (measured: readonly Measurement[], fromMs: number, toMs: number): Measurement[] =>
  measured.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);

export interface Sum {
  /** The start of the first measurement. */
  fromMs: number;
  mwh: bigint;
  count: number;
}

/** Adds up measurements per bucket. A measurement counts for the bucket in which it begins. */
export function sumBy(measurements: readonly Measurement[], bucketOf: (atMs: number) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { atMs, mwh } of measurements) {
    const bucket = bucketOf(atMs);
    const sum = sums.get(bucket);
    if (sum) {
      sum.mwh += mwh;
      sum.count++;
    } else sums.set(bucket, { fromMs: atMs, mwh, count: 1 });
  }
  return [...sums.values()];
}

/**
 * Multiplies each measurement by its rate, adds up the products per bucket, and rounds each sum half up.
 * @param rateAt returns the rate at an instant, in millionths of the result's unit per kWh
 * @param places number of decimals of the result
 */
export function ratedSums(
  measured: readonly Measurement[],
  bucketOf: (atMs: number) => string,
  rateAt: (atMs: number) => bigint,
  places: number,
): number[] {
  const rated = measured.map(({ atMs, mwh }) => ({ atMs, mwh: mwh * rateAt(atMs) }));
  return sumBy(rated, bucketOf).map(({ mwh }) => roundedRatio(mwh, 10n ** 12n, places));
}

/** Returns the statistics of completely measured hours in the form of `GET /energy/stats`, compared with the hours before. */
export function statsOf(hours: readonly Sum[], hoursBefore: readonly Sum[]) {
  const [now, before] = [figuresOf(hours), figuresOf(hoursBefore)];
  return {
    total: roundedRatio(now.total, 1_000_000n, 3),
    avg: roundedRatio(now.total, 1_000_000n * now.hours, 3),
    peak: roundedRatio(now.peak.mwh, 1_000_000n, 3),
    peakTime: new Date(now.peak.fromMs).toISOString(),
    coverage: 1,
    silentMeters: [],
    comparedToLastPeriod: {
      total: percentChange(now.total, before.total),
      avg: percentChange(now.total * before.hours, before.total * now.hours),
      peak: percentChange(now.peak.mwh, before.peak.mwh),
      coverage: 1,
    },
  };
}

function figuresOf(hours: readonly Sum[]) {
  return {
    hours: BigInt(hours.length),
    total: hours.reduce((sum, { mwh }) => sum + mwh, 0n),
    peak: hours.reduce((best, hour) => (hour.mwh > best.mwh ? hour : best)),
  };
}

const percentChange = (now: bigint, before: bigint): number | null =>
  before === 0n ? null : roundedRatio((now - before) * 100n, before, 2);

/** Returns the ratio with the given number of decimals, rounded half up. */
function roundedRatio(numerator: bigint, denominator: bigint, places: number): number {
  const [doubled, divisor] = [2n * numerator * 10n ** BigInt(places) + denominator, 2n * denominator];
  const quotient = doubled / divisor;
  const isBelow = doubled < 0n && doubled % divisor !== 0n;
  return Number(isBelow ? quotient - 1n : quotient) / 10 ** places;
}

/** The local date and time of day. */
interface LocalTime {
  date: string;
  minute: number;
  /** 1 (Monday) to 7 (Sunday). */
  weekday: number;
}

/**
 * Returns functions that give the local time of an instant, or its hour, day, week or month as a text. They use the
 * time zone data of Node.js.
 */
export function calendarOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const known = new Map<number, LocalTime>();
  // The local times are cached, because several buildings have measurements at the same instants.
  const local = (atMs: number): LocalTime => {
    const cached = known.get(atMs);
    if (cached) return cached;
    const [year, month, day, hours, minutes] = format.format(atMs).match(/\d+/g) ?? [];
    const date = `${year}-${month}-${day}`;
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
    const time = { date, minute: Number(hours) * 60 + Number(minutes), weekday };
    known.set(atMs, time);
    return time;
  };
  const day = (atMs: number) => local(atMs).date;
  return {
    local,
    hour: (atMs: number) => String(atMs - (local(atMs).minute % 60) * MINUTE_MS),
    day,
    /** A week is named by the date of its Monday. */
    week: (atMs: number) => mondayOf(day(atMs)),
    month: (atMs: number) => day(atMs).slice(0, 7),
  };
}

export type Calendar = ReturnType<typeof calendarOf>;

function mondayOf(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

/** A tariff as the configuration contains it. */
export interface Tariff {
  validFrom?: string;
  currency: string;
  default: number;
  periods?: { days: number[]; from: string; to: string; pricePerKwh: number }[];
}

/** Returns a function that gives the price at an instant, in millionths of the currency. */
export function priceOf(tariffs: readonly Tariff[], { local }: Calendar): (atMs: number) => bigint {
  return (atMs) => {
    const { date, minute, weekday } = local(atMs);
    const tariff = tariffs.findLast(({ validFrom = '' }) => validFrom <= date);
    const period = tariff?.periods?.find(({ days, from, to }) => {
      const [start, end] = [minutesOf(from), minutesOf(to)];
      if (start < end) return days.includes(weekday) && minute >= start && minute < end;
      const dayBefore = weekday === 1 ? 7 : weekday - 1;
      return (days.includes(weekday) && minute >= start) || (days.includes(dayBefore) && minute < end);
    });
    return millionths(period?.pricePerKwh ?? tariff?.default ?? null);
  };
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** The first words of the factors' names. In some editions, the unit or the year follows. */
const FACTOR_NAMES: Record<string, string> = {
  electricity: 'UK electricity / Electricity generated / Electricity: UK',
  gas: 'Fuels / Gaseous fuels / Natural gas / Energy - Gross CV',
};

/**
 * Returns a function that gives the published British factor at an instant, in millionths of a kg CO2e per kWh. The
 * last factor applies until a newer one is published.
 */
export function publishedFactorOf(energyType: string, { day }: Calendar): (atMs: number) => bigint {
  const factors = rowsOf(FILES.factors).filter(
    (row) => row.region_code === 'GB' && row.name?.startsWith(FACTOR_NAMES[energyType] ?? '-'),
  );
  return (atMs) => {
    const factor = factors.findLast(({ valid_from = '' }) => valid_from <= day(atMs));
    return millionths(factor?.kgco2e_per_kwh ?? null);
  };
}

/** Reads the carbon intensity of the grid for each hour of 2019, in kg per kWh by the start of the hour. */
export function readCarbonIntensity(): Map<number, string> {
  return new Map(
    rowsOf(FILES.carbonIntensity).map((row) => {
      const [stamp = '', intensity = ''] = Object.values(row);
      return [instantOf(stamp, 'Z'), intensity];
    }),
  );
}
