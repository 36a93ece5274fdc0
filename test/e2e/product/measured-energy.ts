import type { Sample } from './gateway-observer';

export const HOUR_MS = 3_600_000;

/** Whole milliwatt-hours by the start of each UTC hour; hours that nothing is known of are left out. */
export type HourlyEnergy = Map<number, bigint>;

/** What a register with a reading at every full hour ran on by in each of them. */
export function hourlyOfRegister(samples: readonly Sample[]): HourlyEnergy {
  const readings = new Map(samples.map(({ timestamp, value }) => [Date.parse(timestamp), value]));
  const hours: HourlyEnergy = new Map();
  for (const [atMs, start] of readings) {
    const end = readings.get(atMs + HOUR_MS);
    if (atMs % HOUR_MS === 0 && end !== undefined) hours.set(atMs, wholeMwh(end) - wholeMwh(start));
  }
  return hours;
}

/** The sum of the intervals that begin in each hour. */
export function hourlyOfIntervals(samples: readonly Sample[]): HourlyEnergy {
  const hours: HourlyEnergy = new Map();
  for (const { timestamp, value } of samples) {
    const hourMs = Math.floor(Date.parse(timestamp) / HOUR_MS) * HOUR_MS;
    hours.set(hourMs, (hours.get(hourMs) ?? 0n) + wholeMwh(value));
  }
  return hours;
}

/** kWh between the first and the last sample of a power, taken as straight lines from sample to sample. */
export function energyOfPower(samples: readonly Sample[]): number {
  let energyKwh = 0;
  let previous: Sample | undefined;
  for (const sample of samples) {
    if (previous) {
      const lengthHours = (Date.parse(sample.timestamp) - Date.parse(previous.timestamp)) / HOUR_MS;
      energyKwh += (((previous.value ?? Number.NaN) + (sample.value ?? Number.NaN)) / 2) * lengthHours;
    }
    previous = sample;
  }
  return energyKwh;
}

/** kWh with up to six decimals as whole milliwatt-hours, digit by digit. */
export function wholeMwh(kwh: number | string | null): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(kwh).trim());
  if (!match) throw new Error(`${kwh} kWh are not whole milliwatt-hours`);
  const [, sign, whole = '0', fraction = ''] = match;
  const mwh = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -mwh : mwh;
}
