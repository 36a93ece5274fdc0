import type { Sample } from './gateway-observer';

export const HOUR_MS = 3_600_000;

/** Energy in whole milliwatt-hours by the start of the UTC hour. Hours without data are missing. */
export type HourlyEnergy = Map<number, bigint>;

/** Returns the increase of a register in each hour. The register must have a reading at every full hour. */
export function hourlyOfRegister(samples: readonly Sample[]): HourlyEnergy {
  const readings = new Map(samples.map(({ timestamp, value }) => [Date.parse(timestamp), value]));
  const hours: HourlyEnergy = new Map();
  for (const [atMs, start] of readings) {
    const end = readings.get(atMs + HOUR_MS);
    if (atMs % HOUR_MS === 0 && end !== undefined) hours.set(atMs, wholeMwh(end) - wholeMwh(start));
  }
  return hours;
}

/** Returns the sum of the intervals that start in each hour. */
export function hourlyOfIntervals(samples: readonly Sample[]): HourlyEnergy {
  const hours: HourlyEnergy = new Map();
  for (const { timestamp, value } of samples) {
    const hourMs = Math.floor(Date.parse(timestamp) / HOUR_MS) * HOUR_MS;
    hours.set(hourMs, (hours.get(hourMs) ?? 0n) + wholeMwh(value));
  }
  return hours;
}

/**
 * Returns the energy in kWh between the first and the last power sample. The power is interpolated linearly between
 * samples.
 */
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

/** Converts kWh with up to six decimals to whole milliwatt-hours. */
export function wholeMwh(kwh: number | string | null): bigint {
  return millionths(kwh);
}

/** Converts a number with up to six decimals to whole millionths, digit by digit to avoid rounding. */
export function millionths(decimal: number | string | null): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(decimal).trim());
  if (!match) throw new Error(`${decimal} is not a number with up to six decimals.`);
  const [, sign, whole = '0', fraction = ''] = match;
  const digits = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -digits : digits;
}
