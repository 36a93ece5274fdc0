import type { ContractPart, PriceTier } from '@app/entities';
import { type Message, say } from '@app/kernel';
import { type Bucket, localDate } from '../arithmetic/calendar';
import { type ExactDecimal, exactDecimal, roundedUnits } from '../arithmetic/exact-decimal';
import { product, type Ratio, ratio, ratioOf } from '../arithmetic/exact-ratio';
import { HOUR_MS, MWH_PER_KWH, QUARTER_MS } from '../arithmetic/meter-arithmetic';
import type { QuarterEnergy } from '../arithmetic/quarter-energy';
import { tariffSchedule } from '../costs/tariff-schedule';
import { MWH_SCALE } from '../rates/rated-energy';
import { PRICE_SCALE, type PriceDays } from './price-days';

export const CHARGE_KINDS = ['standing', 'energy', 'levies', 'demand', 'reactive'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** A line of a bill before it is rounded. */
export interface Charge extends Bucket {
  kind: ChargeKind;
  /** Null if it is not known. */
  quantity: Ratio | null;
  price: Ratio | null;
  amount: Ratio | null;
  /** How the quantity and the price were found. */
  explanation: Message[];
}

/** The time during which a part of a contract applies within a month. */
export interface BilledPart extends Bucket {
  part: ContractPart;
  /** The start of the billed time of the month, at which the tiers begin. */
  billedFromMs: number;
}

export interface EnergyData {
  energy: QuarterEnergy;
  /** By the ids of the series. */
  series: ReadonlyMap<number, PriceDays>;
  zone: string;
  currency: string;
}

/** A default price of a tariff that no period can have. The periods of a contract cover the whole week. */
export const OUTSIDE_PERIODS = 2e6;

/** Returns a line for each price of the energy, and one for the levies. */
export function energyCharges(billed: BilledPart, data: EnergyData): Charge[] {
  const { leviesPerKwh } = billed.part;
  return [
    ...pricedCharges(billed, data),
    ...(leviesPerKwh === 0 ? [] : [onePriceCharge('levies', billed, data, leviesPerKwh)]),
  ];
}

function pricedCharges(billed: BilledPart, data: EnergyData): Charge[] {
  const { pricePerKwh = 0, periods, tiers, series } = billed.part.energy;
  if (series !== undefined) return [seriesCharge(billed, data, data.series.get(series))];
  if (tiers) return tierCharges(billed, data.energy, tiers);
  if (periods) return periodCharges(billed, data, periods);
  return [onePriceCharge('energy', billed, data, pricePerKwh)];
}

/** A line with the same price for all energy of a part. */
function onePriceCharge(
  kind: ChargeKind,
  billed: BilledPart,
  { energy, zone }: EnergyData,
  price: number,
): Charge {
  const { part, startMs, endMs } = billed;
  const dateOf = (ms: number) => localDate(ms, zone).toString();
  const values = { from: dateOf(startMs), to: dateOf(endMs - 1), since: part.validFrom };
  return charge(kind, billed, exactDecimal(price), energy.between(billed), [say('bill_line_price', values)]);
}

/** One line for each price, also if several periods have it. */
function periodCharges(
  billed: BilledPart,
  { energy, zone, currency }: EnergyData,
  periods: NonNullable<ContractPart['energy']['periods']>,
): Charge[] {
  const schedule = tariffSchedule({ currency, default: OUTSIDE_PERIODS, periods }, zone);
  const sums = new Map<number, number>();
  const lengthsMs = new Map<number, number>();
  for (const { rate, ...span } of schedule.spans(billed)) {
    if (rate === null) continue;
    sums.set(rate, (sums.get(rate) ?? 0) + (energy.between(span) ?? Number.NaN));
    lengthsMs.set(rate, (lengthsMs.get(rate) ?? 0) + span.endMs - span.startMs);
  }
  return schedule.rates.flatMap((price, rate) => {
    const energyMwh = sums.get(rate);
    if (energyMwh === undefined) return [];
    const explanation = [say('bill_line_hours', { hours: (lengthsMs.get(rate) ?? 0) / HOUR_MS })];
    return [charge('energy', billed, price, Number.isNaN(energyMwh) ? null : energyMwh, explanation)];
  });
}

/** The limits of tiers apply to a calendar month. The energy of earlier parts of the month counts. */
function tierCharges(billed: BilledPart, energy: QuarterEnergy, tiers: readonly PriceTier[]): Charge[] {
  const beforeMwh = energy.between({ startMs: billed.billedFromMs, endMs: billed.startMs });
  const ownMwh = energy.between(billed);
  let lowerMwh = -Infinity;
  const charges = tiers.map(({ upToKwh, pricePerKwh }) => {
    const upperMwh =
      upToKwh === undefined ? Infinity : Number(roundedUnits(exactDecimal(upToKwh), MWH_SCALE));
    const within = (mwh: number) => Math.max(lowerMwh, Math.min(mwh, upperMwh));
    const isKnown = beforeMwh !== null && ownMwh !== null;
    const tierMwh = isKnown ? within(beforeMwh + ownMwh) - within(beforeMwh) : null;
    const from = lowerMwh === -Infinity ? 0 : lowerMwh / MWH_PER_KWH;
    const explanation = [
      upToKwh === undefined
        ? say('bill_line_last_tier', { from })
        : say('bill_line_tier', { from, to: upToKwh }),
    ];
    lowerMwh = upperMwh;
    return { tierMwh, charge: charge('energy', billed, exactDecimal(pricePerKwh), tierMwh, explanation) };
  });
  // A tier that was not reached has no line, but a month without energy has the line of the first tier.
  const reached = charges.filter(({ tierMwh }) => tierMwh !== 0);
  return (reached.length > 0 ? reached : charges.slice(0, 1)).map((tier) => tier.charge);
}

/** One line with the mean price, weighted by the energy. */
function seriesCharge(billed: BilledPart, { energy }: EnergyData, prices: PriceDays | undefined): Charge {
  const { startMs, endMs } = billed;
  const quantityMwh = energy.between({ startMs, endMs });
  let sum = 0n;
  let isPriced = true;
  for (let ms = startMs; ms < endMs; ms += QUARTER_MS) {
    const price = prices?.at(ms) ?? null;
    isPriced &&= price !== null;
    sum += BigInt(price ?? 0) * BigInt(energy.ofQuarter(ms) ?? 0);
  }
  const quantity = quantityMwh === null ? null : kwh(quantityMwh);
  const isKnown = isPriced && quantityMwh !== null;
  const amount = isKnown ? ratio(sum, 10n ** BigInt(PRICE_SCALE + MWH_SCALE)) : null;
  const meanOf = (mwh: bigint) =>
    mwh < 0n ? ratio(-sum, -mwh * 10n ** BigInt(PRICE_SCALE)) : ratio(sum, mwh * 10n ** BigInt(PRICE_SCALE));
  const price = isKnown && quantityMwh !== 0 ? meanOf(BigInt(quantityMwh)) : null;
  const count = Math.round((endMs - startMs) / QUARTER_MS);
  const explanation = [say('bill_line_series', { count })];
  return { kind: 'energy', startMs, endMs, quantity, price, amount, explanation };
}

/** The time of a part whose energy and price are known. */
export function knownMs({ part, startMs, endMs }: BilledPart, { energy, series }: EnergyData): number {
  const { series: id } = part.energy;
  if (id === undefined) return energy.knownMs({ startMs, endMs });
  const prices = series.get(id);
  let known = 0;
  for (let ms = startMs; ms < endMs; ms += QUARTER_MS) {
    if (energy.ofQuarter(ms) !== null && (prices?.at(ms) ?? null) !== null) known += QUARTER_MS;
  }
  return known;
}

function charge(
  kind: ChargeKind,
  { startMs, endMs }: Bucket,
  price: ExactDecimal,
  energyMwh: number | null,
  explanation: Message[],
): Charge {
  const quantity = energyMwh === null ? null : kwh(energyMwh);
  return {
    kind,
    startMs,
    endMs,
    quantity,
    price: ratioOf(price),
    amount: quantity && product(quantity, ratioOf(price)),
    explanation,
  };
}

const kwh = (energyMwh: number): Ratio => ratio(BigInt(energyMwh), BigInt(MWH_PER_KWH));
