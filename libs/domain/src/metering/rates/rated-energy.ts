import type { BucketSum } from '../arithmetic/bucket-sums';
import { MWH_PER_KWH } from '../arithmetic/meter-arithmetic';
import type { ExactDecimal } from '../arithmetic/exact-decimal';
import type { RateCell, RatePart } from './rate-cells';

/** The energy of meters by bucket and rate. */
export interface RatedSums {
  parts: readonly RatePart[];
  bucketCount: number;
  /** By meter id. A meter without data has no entry. */
  byMeter: ReadonlyMap<number, RatedEnergy>;
}

/** The energy of one meter, or of several, by bucket and rate. */
export class RatedEnergy {
  /** Whole milliwatt-hours of each part; NaN if nothing was measured. */
  readonly partsMwh: Float64Array;
  /** Measured time of each bucket. */
  readonly coveredMs: Float64Array;

  constructor(partCount: number, bucketCount: number) {
    this.partsMwh = new Float64Array(partCount).fill(Number.NaN);
    this.coveredMs = new Float64Array(bucketCount);
  }

  addEnergy(part: number, energyMwh: number): void {
    const sum = this.partsMwh[part] ?? Number.NaN;
    this.partsMwh[part] = Number.isNaN(sum) ? energyMwh : sum + energyMwh;
  }

  addCoverage(bucket: number, coveredMs: number): void {
    this.coveredMs[bucket] = (this.coveredMs[bucket] ?? 0) + coveredMs;
  }

  /** Adds the sum of each cell to the totals of the cell's part and bucket. */
  addCells(cells: readonly RateCell[], sums: readonly BucketSum[]): void {
    for (const [index, { bucket, part }] of cells.entries()) {
      const sum = sums[index];
      if (!sum || sum.energyMwh === null) continue;
      this.addEnergy(part, sum.energyMwh);
      this.addCoverage(bucket, sum.coveredMs);
    }
  }

  addAll(other: RatedEnergy): void {
    for (const [part, energyMwh] of other.partsMwh.entries()) {
      if (!Number.isNaN(energyMwh)) this.addEnergy(part, energyMwh);
    }
    for (const [bucket, coveredMs] of other.coveredMs.entries()) this.addCoverage(bucket, coveredMs);
  }
}

/** Adds up the energy of several meters. */
export function sumOfMeters(
  meters: readonly { id: number }[],
  { parts, bucketCount, byMeter }: RatedSums,
): RatedEnergy {
  const energy = new RatedEnergy(parts.length, bucketCount);
  for (const { id } of meters) {
    const ofMeter = byMeter.get(id);
    if (ofMeter) energy.addAll(ofMeter);
  }
  return energy;
}

/** Number of decimals of one milliwatt-hour in kWh. */
export const MWH_SCALE = Math.log10(MWH_PER_KWH);

/**
 * Multiplies the energy of each part by its rate, exactly.
 * @returns null for a part if nothing was measured, or if no rate applies
 */
export function partAmounts(
  { partsMwh }: RatedEnergy,
  parts: readonly RatePart[],
  rates: readonly ExactDecimal[],
): (ExactDecimal | null)[] {
  return parts.map(({ rate }, index) => {
    const energyMwh = partsMwh[index] ?? Number.NaN;
    const price = rate === null ? undefined : rates[rate];
    if (Number.isNaN(energyMwh) || !price) return null;
    return { digits: BigInt(energyMwh) * price.digits, scale: price.scale + MWH_SCALE };
  });
}

/**
 * Multiplies energy by its rates, exactly.
 * @returns one amount per bucket; null if nothing was measured, or if a part of the measured energy has no rate
 */
export function ratedAmounts(
  energy: Pick<RatedEnergy, 'partsMwh' | 'coveredMs'>,
  parts: readonly RatePart[],
  rates: readonly ExactDecimal[],
): (ExactDecimal | null)[] {
  const scale = Math.max(0, ...rates.map((rate) => rate.scale));
  const scaled = rates.map((rate) => rate.digits * 10n ** BigInt(scale - rate.scale));
  const amounts = new Map<number, bigint | null>();
  for (const [index, { bucket, rate }] of parts.entries()) {
    const energyMwh = energy.partsMwh[index] ?? Number.NaN;
    if (Number.isNaN(energyMwh)) continue;
    const before = amounts.get(bucket) ?? 0n;
    const price = rate === null ? undefined : scaled[rate];
    const isUnknown = price === undefined || amounts.get(bucket) === null;
    amounts.set(bucket, isUnknown ? null : before + BigInt(energyMwh) * price);
  }
  return Array.from({ length: energy.coveredMs.length }, (_, bucket) => {
    const digits = amounts.get(bucket) ?? null;
    return digits === null ? null : { digits, scale: scale + MWH_SCALE };
  });
}
