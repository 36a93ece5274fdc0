import type { DemandCharge, EnergyContractEntity, EnergyType, ReactiveCharge } from '@app/entities';
import { type Message, parseInstant, say } from '@app/kernel';
import { type Bucket, localDate } from '../arithmetic/calendar';
import { coverageOf } from '../arithmetic/coverage';
import { decimalNumber, exactDecimal, roundedUnits } from '../arithmetic/exact-decimal';
import { larger, product, type Ratio, ratio, ratioOf, roundedRatio } from '../arithmetic/exact-ratio';
import { localTimesFrom } from '../arithmetic/local-times';
import { energyUnit, MWH_PER_KWH, toKwh } from '../arithmetic/meter-arithmetic';
import type { QuarterEnergy } from '../arithmetic/quarter-energy';
import { roundedEnergy, roundedPercent } from '../arithmetic/rounded';
import { currencyPlaces } from '../costs/currency-places';
import type { DemandPeak } from '../energy/demand';
import { type BilledDemand, billedDemand } from './demand-charge';
import {
  type BilledPart,
  type Charge,
  type ChargeKind,
  energyCharges,
  type EnergyData,
  knownMs,
} from './energy-charges';

const QUANTITY_PLACES = 3;
/** A standing charge may be that of a few days. */
const MONTH_PLACES = 6;
const PRICE_PLACES = 9;

/** A line of a bill. Quantity and amount are null if they are not known. */
export interface BillLine {
  kind: ChargeKind;
  /** The stretch of the month that the line is about. */
  from: string;
  to: string;
  quantity: number | null;
  unit: string;
  price: number | null;
  amount: number | null;
  /** How the quantity and the price were found. */
  explanation: Message[];
}

/** The bill of a calendar month. */
export interface Bill {
  /** `2026-03` */
  month: string;
  lines: BillLine[];
  /** Null if an amount is not known. */
  net: number | null;
  vat: number | null;
  total: number | null;
  currency: string;
  /** The share of the billed time whose energy and prices are known. */
  coverage: number;
  /** Why there is no total. Empty if there is one. */
  missing: Message[];
  /** The total of the supplier's bill; null if nobody has entered it. */
  supplierTotal: number | null;
  /** The supplier's total minus the total. */
  difference: number | null;
}

export interface BillData extends Omit<EnergyData, 'currency'> {
  /** The peaks of successive months by the windows of the demand, see `windowsKey`. */
  peaks: ReadonlyMap<string, readonly DemandPeak[]>;
  /** The reactive energy in whole millivar-hours. Undefined if it is neither billed nor measured. */
  reactive?: QuarterEnergy;
}

export const windowsKey = (demand: { windowMinutes: number; sliding: boolean }): string =>
  `${demand.windowMinutes} ${demand.sliding}`;

type Contract = Pick<EnergyContractEntity, 'parts' | 'currency' | 'energyType' | 'supplierBills'>;

/** Returns the parts of a contract that apply in a month, in order. */
export function billedParts({ parts }: Pick<Contract, 'parts'>, month: Bucket, zone: string): BilledPart[] {
  const starts = parts.map(({ validFrom }) => parseInstant(validFrom, zone).getTime());
  const billedFromMs = Math.max(month.startMs, starts[0] ?? month.endMs);
  return parts.flatMap((part, index) => {
    const startMs = Math.max(month.startMs, starts[index] ?? month.endMs);
    const endMs = Math.min(month.endMs, starts[index + 1] ?? month.endMs);
    return startMs < endMs ? [{ part, startMs, endMs, billedFromMs }] : [];
  });
}

/**
 * Returns the bill of a month. Each line is rounded once, half up, to the minor unit of the currency. The net sum is
 * that of the rounded lines. The VAT is computed from the net sum of each VAT rate, and rounded once for each rate.
 */
export function billOf(contract: Contract, month: Bucket, data: BillData): Bill {
  const { currency, energyType, supplierBills } = contract;
  const places = currencyPlaces(currency);
  const money = (units: bigint) => decimalNumber(units, places);
  const name = monthName(month.startMs, data.zone);
  const parts = billedParts(contract, month, data.zone);
  const { charges, missing, coverage } = chargesOf(contract, month, parts, data);
  const units = unitsOf(energyType);
  const lines = charges.map(({ charge }) => lineOf(charge, units[charge.kind], places));

  const netUnits = new Map<number, bigint>();
  for (const { charge, vatPercent } of charges) {
    const amount = charge.amount ? roundedRatio(charge.amount, places) : 0n;
    netUnits.set(vatPercent, (netUnits.get(vatPercent) ?? 0n) + amount);
  }
  const vat = sumOf(Array.from(netUnits, ([percent, units]) => vatUnits(units, percent)));
  const net = sumOf([...netUnits.values()]);
  const isKnown = missing.length === 0;
  const supplierTotal = supplierBills[name] ?? null;
  const difference =
    supplierTotal === null ? null : roundedUnits(exactDecimal(supplierTotal), places) - net - vat;
  return {
    month: name,
    lines,
    net: isKnown ? money(net) : null,
    vat: isKnown ? money(vat) : null,
    total: isKnown ? money(net + vat) : null,
    currency,
    coverage,
    missing,
    supplierTotal,
    difference: isKnown && difference !== null ? money(difference) : null,
  };
}

interface Charges {
  charges: { charge: Charge; vatPercent: number }[];
  missing: Message[];
  coverage: number;
}

function chargesOf(contract: Contract, month: Bucket, parts: readonly BilledPart[], data: BillData): Charges {
  const last = parts.at(-1);
  if (!last) return { charges: [], missing: [say('bill_before_contract')], coverage: 0 };
  const missing: Message[] = [];
  const energyData = { ...data, currency: contract.currency };
  const charges = parts.flatMap((billed) =>
    [standingCharge(billed, month, data.zone), ...energyCharges(billed, energyData)].map((charge) => ({
      charge,
      vatPercent: billed.part.vatPercent,
    })),
  );
  const billed = { startMs: last.billedFromMs, endMs: month.endMs };
  const lengthMs = billed.endMs - billed.startMs;
  const energyShare = coverageOf(data.energy.knownMs(billed), lengthMs);
  if (energyShare < 1) missing.push(say('bill_energy_incomplete', { percent: percentOf(energyShare) }));
  for (const { startMs, endMs, part } of parts) {
    const { series } = part.energy;
    if (series !== undefined && !data.series.get(series)?.covers({ startMs, endMs }))
      missing.push(say('bill_prices_incomplete', { id: series }));
  }
  const { demand, reactive } = last.part;
  if (demand) {
    const { charge, unknownMonth } = demandCharge(demand, month, data, {
      contractFromMs: contractStart(contract, data.zone),
      unit: unitsOf(contract.energyType).demand,
    });
    charges.push({ charge, vatPercent: last.part.vatPercent });
    if (unknownMonth !== null) missing.push(say('bill_demand_incomplete', { month: unknownMonth }));
  }
  if (reactive) {
    charges.push({ charge: reactiveCharge(reactive, billed, data), vatPercent: last.part.vatPercent });
    const share = coverageOf(data.reactive?.knownMs(billed) ?? 0, lengthMs);
    if (share < 1) missing.push(say('bill_reactive_incomplete', { percent: percentOf(share) }));
  }
  const known = parts.reduce((sum, part) => sum + knownMs(part, energyData), 0);
  return { charges, missing, coverage: coverageOf(known, lengthMs) };
}

/** The line of the demand, and the first month whose peak is not known. */
function demandCharge(
  demand: DemandCharge,
  month: Bucket,
  { peaks, zone }: BillData,
  { contractFromMs, unit }: { contractFromMs: number; unit: string },
): { charge: Charge; unknownMonth: string | null } {
  const found = billedDemand(demand, month, peaks.get(windowsKey(demand)) ?? [], contractFromMs);
  const quantity = 'kw' in found ? found.kw : null;
  const price = ratioOf(exactDecimal(demand.pricePerKw));
  const amount = quantity && product(quantity, price);
  return {
    charge: {
      kind: 'demand',
      ...month,
      quantity,
      price,
      amount,
      explanation:
        'kw' in found
          ? demandExplanation(demand, found, zone, unit)
          : [say('bill_demand_incomplete', { month: monthName(found.unknownMs, zone) })],
    },
    unknownMonth: 'unknownMs' in found ? monthName(found.unknownMs, zone) : null,
  };
}

const shownKw = (kw: Ratio): number => rounded(kw, QUANTITY_PLACES) ?? 0;

/** The peaks that determine a demand, and the rule that does. */
function demandExplanation(
  { basis, windowMinutes, ratchetShare = 1, floorKw }: DemandCharge,
  { kw, own, highest, months }: Extract<BilledDemand, { kw: Ratio }>,
  zone: string,
  unit: string,
): Message[] {
  const timeOf = (ms: number) => localTimesFrom(ms, zone)(ms).slice(0, 16);
  const peak = say('bill_line_peak', {
    minutes: windowMinutes,
    power: shownKw(own.kw),
    unit,
    time: timeOf(own.atMs),
  });
  const isFloor = floorKw !== undefined && shownKw(kw) === floorKw;
  const floor = isFloor ? [say('bill_line_floor', { power: floorKw, unit })] : [];
  if (basis === 'meanOf12') return [peak, say('bill_line_mean', { months }), ...floor];
  const isRatchet = basis === 'ratchet' && !isFloor && larger(own.kw, kw) !== own.kw;
  const ratchet = say('bill_line_ratchet', {
    percent: roundedPercent(ratchetShare * 100) ?? 0,
    power: shownKw(highest.kw),
    unit,
    time: timeOf(highest.atMs),
  });
  return [peak, ...(isRatchet ? [ratchet] : []), ...floor];
}

/** The line of the reactive energy beyond the share that is free. Energy that was fed in makes none of it free. */
function reactiveCharge(
  { freeShare, pricePerKvarh }: ReactiveCharge,
  billed: Bucket,
  { energy, reactive }: BillData,
): Charge {
  const activeMwh = energy.between(billed);
  const reactiveMwh = reactive?.between(billed) ?? null;
  const price = ratioOf(exactDecimal(pricePerKvarh));
  let quantity: Ratio | null = null;
  if (activeMwh !== null && reactiveMwh !== null) {
    const { digits, scale } = exactDecimal(freeShare);
    const unit = 10n ** BigInt(scale);
    const beyond = BigInt(reactiveMwh) * unit - digits * BigInt(Math.max(0, activeMwh));
    quantity = ratio(beyond > 0n ? beyond : 0n, unit * BigInt(MWH_PER_KWH));
  }
  const amount = quantity && product(quantity, price);
  const explanation = quantity
    ? say('bill_line_reactive', {
        kvarh: kwhOf(reactiveMwh),
        share: freeShare,
        kwh: kwhOf(activeMwh),
      })
    : say('bill_line_reactive_share', { share: freeShare });
  return { kind: 'reactive', ...billed, quantity, price, amount, explanation: [explanation] };
}

/** The price of a month, divided by days. */
function standingCharge({ part, startMs, endMs }: BilledPart, month: Bucket, zone: string): Charge {
  const price = ratioOf(exactDecimal(part.standing.perMonth));
  const days = (from: number, to: number) => localDate(from, zone).until(localDate(to, zone)).days;
  const [own, all] = [days(startMs, endMs), days(month.startMs, month.endMs)];
  const quantity = ratio(BigInt(own), BigInt(all));
  return {
    kind: 'standing',
    startMs,
    endMs,
    quantity,
    price,
    amount: product(quantity, price),
    explanation: [say('bill_line_days', { days: own, all })],
  };
}

function unitsOf(energyType: EnergyType): Record<ChargeKind, string> {
  const energy = energyUnit(energyType);
  return {
    standing: 'month',
    energy,
    levies: energy,
    demand: energy === 'kWh' ? 'kW' : 'm³/h',
    reactive: 'kvarh',
  };
}

function lineOf(
  { kind, startMs, endMs, quantity, price, amount, explanation }: Charge,
  unit: string,
  places: number,
): BillLine {
  return {
    kind,
    from: new Date(startMs).toISOString(),
    to: new Date(endMs).toISOString(),
    quantity: rounded(quantity, kind === 'standing' ? MONTH_PLACES : QUANTITY_PLACES),
    unit,
    price: rounded(price, PRICE_PLACES),
    amount: rounded(amount, places),
    explanation,
  };
}

const kwhOf = (mwh: number | null): number => roundedEnergy(toKwh(mwh ?? 0));

function rounded(value: Ratio | null, decimals: number): number | null {
  return value && decimalNumber(roundedRatio(value, decimals), decimals);
}

const contractStart = ({ parts: [first] }: Pick<Contract, 'parts'>, zone: string): number =>
  first ? parseInstant(first.validFrom, zone).getTime() : Infinity;

/** `2026-03` */
const monthName = (ms: number, zone: string): string => localDate(ms, zone).toString().slice(0, 7);

/** Rounds the VAT on a net sum to whole minor units. */
function vatUnits(netUnits: bigint, percent: number): bigint {
  const { digits, scale } = exactDecimal(percent);
  return roundedUnits({ digits: netUnits * digits, scale: scale + 2 }, 0);
}

const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, value) => sum + value, 0n);

/** Rounded down, so that 100 means that nothing is missing. */
const percentOf = (share: number): number => Math.floor(share * 1000) / 10;
