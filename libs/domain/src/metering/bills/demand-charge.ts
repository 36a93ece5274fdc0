import type { DemandCharge } from '@app/entities';
import type { Bucket } from '../arithmetic/calendar';
import { exactDecimal } from '../arithmetic/exact-decimal';
import { larger, product, type Ratio, ratio, ratioOf } from '../arithmetic/exact-ratio';
import { HOUR_MS, MWH_PER_KWH } from '../arithmetic/meter-arithmetic';
import type { DemandPeak } from '../energy/demand';

/** The number of months whose peaks determine a demand. */
export const DEMAND_MONTHS = 12;
const MINUTE_MS = 60_000;

/** The demand to bill in kW, and the peaks that determine it; or the start of a month whose peak is not known. */
export type BilledDemand = DeterminedDemand | { unknownMs: number };

interface DeterminedDemand {
  kw: Ratio;
  /** The peak of the month. */
  own: KnownPeak;
  /** The highest peak of all months that count. */
  highest: KnownPeak;
  /** The number of months that count. */
  months: number;
}

/** A peak in kW, and the start of its window. */
interface KnownPeak {
  kw: Ratio;
  atMs: number;
}

/**
 * Returns the demand of a month. All 12 months up to this one count, also those before the contract. A month that
 * begins before the contract is left out if it was not measured completely.
 * @param peaks the peaks of successive months
 */
export function billedDemand(
  charge: DemandCharge,
  month: Bucket,
  peaks: readonly DemandPeak[],
  contractFromMs: number,
): BilledDemand {
  const index = peaks.findIndex(({ startMs }) => startMs === month.startMs);
  const first = charge.basis === 'month' ? index : Math.max(0, index + 1 - DEMAND_MONTHS);
  const known: KnownPeak[] = [];
  for (const { startMs, peakMwh, peakMs, coverage } of peaks.slice(first, index + 1)) {
    if (peakMwh !== null && coverage === 1)
      known.push({ kw: kwOf(peakMwh, charge.windowMinutes), atMs: peakMs });
    else if (startMs >= contractFromMs || startMs === month.startMs) return { unknownMs: startMs };
  }
  const own = known.at(-1);
  if (index === -1 || !own) return { unknownMs: month.startMs };
  const kw = demandOf(
    charge,
    own.kw,
    known.map((peak) => peak.kw),
  );
  const highest = known.reduce((one, other) => (larger(one.kw, other.kw) === one.kw ? one : other));
  const billed = charge.floorKw === undefined ? kw : larger(kw, ratioOf(exactDecimal(charge.floorKw)));
  return { kw: billed, own, highest, months: known.length };
}

function demandOf({ basis, ratchetShare = 1 }: DemandCharge, own: Ratio, peaks: readonly Ratio[]): Ratio {
  if (basis === 'month') return own;
  if (basis === 'ratchet') {
    return larger(own, product(ratioOf(exactDecimal(ratchetShare)), peaks.reduce(larger)));
  }
  // All peaks have the same denominator.
  const sum = peaks.reduce((total, { numerator }) => total + numerator, 0n);
  return ratio(sum, own.denominator * BigInt(peaks.length));
}

/** The mean power of a window. The number of windows in an hour is whole. */
function kwOf(peakMwh: number, windowMinutes: number): Ratio {
  return ratio(BigInt(peakMwh) * BigInt(HOUR_MS / (windowMinutes * MINUTE_MS)), BigInt(MWH_PER_KWH));
}
