import { isUncertain } from '../buckets';
import type { Bucket } from '../energy.queries';
import type { DegreeDays } from './analysis.queries';

/** The degree days of a day or month, with the energy of the area. */
export interface DegreeDayRow {
  timestamp: string;
  heating: DegreeDays;
  cooling?: DegreeDays;
  energy?: Bucket;
  /** Null if it is not known. */
  energyPerHeating: number | null;
}

/** With fewer degree days, other energy than that of the heating decides on the quotient. */
const LEAST_DEGREE_DAYS = 1;

export function degreeDayRows(
  heating: readonly DegreeDays[],
  cooling: readonly DegreeDays[],
  energies: readonly Bucket[],
): DegreeDayRow[] {
  const coolingAt = new Map(cooling.map((point) => [point.timestamp, point]));
  const energyAt = new Map(energies.map((bucket) => [bucket.timestamp, bucket]));
  return heating.map((point) => {
    const { timestamp } = point;
    const energy = energyAt.get(timestamp);
    return {
      timestamp,
      heating: point,
      cooling: coolingAt.get(timestamp),
      energy,
      energyPerHeating: perDegreeDay(energy, point),
    };
  });
}

/** Returns the quotient only if both are measured completely: they may have different gaps. */
function perDegreeDay(energy: Bucket | undefined, degreeDays: DegreeDays): number | null {
  if (!energy || isUncertain(energy) || isUncertain(degreeDays)) return null;
  if (energy.value === null || degreeDays.value === null || degreeDays.value < LEAST_DEGREE_DAYS) return null;
  return energy.value / degreeDays.value;
}
