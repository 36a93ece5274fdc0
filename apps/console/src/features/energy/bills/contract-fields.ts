import type { EnergyType } from '../../../api/energy-types';
import type { CalendarDate } from '../../../format/calendar-period';
import type { Contract, ContractInput, ContractPart } from './bills.queries';

export const PRICE_KINDS = ['single', 'periods', 'tiers', 'series'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];
export const DEMAND_BASES = ['none', 'month', 'ratchet', 'meanOf12'] as const;
type DemandBasis = (typeof DEMAND_BASES)[number];
export const WINDOWS = ['10', '15', '30', '60'] as const;

/** A number input is an empty text without a number. */
type NumberField = number | string;

export interface PeriodRow {
  key: number;
  days: number[];
  from: string;
  to: string;
  price: NumberField;
}

export interface TierRow {
  key: number;
  upToKwh: NumberField;
  price: NumberField;
}

/** A part of a contract as it is edited. Its key stays the same when others are removed. */
export interface PartFields {
  key: number;
  validFrom: CalendarDate;
  perMonth: NumberField;
  kind: PriceKind;
  /** The single price, the price outside the periods, or the price above all tiers. */
  price: NumberField;
  periods: PeriodRow[];
  tiers: TierRow[];
  series: string | null;
  basis: DemandBasis;
  pricePerKw: NumberField;
  windowMinutes: string;
  sliding: boolean;
  ratchetPercent: NumberField;
  floorKw: NumberField;
  contractKw: NumberField;
  /** Empty if reactive energy costs nothing. */
  pricePerKvarh: NumberField;
  freePercent: NumberField;
  levies: NumberField;
  vat: NumberField;
}

export interface ContractFields {
  name: string;
  areaId: number | null;
  energyType: EnergyType;
  currency: string;
  parts: PartFields[];
}

const NEW_PART: Omit<PartFields, 'key'> = {
  validFrom: '',
  perMonth: 0,
  kind: 'single',
  price: '',
  periods: [],
  tiers: [],
  series: null,
  basis: 'none',
  pricePerKw: '',
  windowMinutes: '15',
  sliding: false,
  ratchetPercent: 80,
  floorKw: '',
  contractKw: '',
  pricePerKvarh: '',
  freePercent: 50,
  levies: 0,
  vat: 0,
};

export const nextKey = (rows: readonly { key: number }[]): number =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1;

/** Returns a part with the prices of the last one. */
export const newPart = (parts: readonly PartFields[]): PartFields => ({
  ...NEW_PART,
  ...parts.at(-1),
  validFrom: '',
  key: nextKey(parts),
});

export const NEW_FIELDS: ContractFields = {
  name: '',
  areaId: null,
  energyType: 'electricity',
  currency: '',
  parts: [newPart([])],
};

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const allTimes = (pricePerKwh: number) => ({ days: EVERY_DAY, from: '00:00', to: '24:00', pricePerKwh });

export function fieldsOf({ name, areaId, energyType, currency, parts }: Contract): ContractFields {
  return { name, areaId, energyType, currency, parts: parts.map(partFieldsOf) };
}

function partFieldsOf(part: ContractPart, key: number): PartFields {
  const { validFrom, standing, energy, demand, reactive, leviesPerKwh, vatPercent } = part;
  return {
    ...NEW_PART,
    key,
    validFrom,
    perMonth: standing.perMonth,
    ...priceFieldsOf(energy),
    ...(demand && {
      basis: demand.basis,
      pricePerKw: demand.pricePerKw,
      windowMinutes: String(demand.windowMinutes ?? 15),
      sliding: demand.sliding ?? false,
      ratchetPercent: asPercent(demand.ratchetShare ?? 0.8),
      floorKw: demand.floorKw ?? '',
      contractKw: demand.contractKw ?? '',
    }),
    ...(reactive && {
      pricePerKvarh: reactive.pricePerKvarh,
      freePercent: asPercent(reactive.freeShare),
    }),
    levies: leviesPerKwh ?? 0,
    vat: vatPercent ?? 0,
  };
}

function priceFieldsOf({ pricePerKwh, periods, tiers, series }: ContractPart['energy']): Partial<PartFields> {
  if (series !== undefined) return { kind: 'series', series: String(series) };
  if (tiers) {
    const rows = tiers.map((tier, key) => ({ key, upToKwh: tier.upToKwh ?? '', price: tier.pricePerKwh }));
    return { kind: 'tiers', tiers: rows.slice(0, -1), price: rows.at(-1)?.price ?? '' };
  }
  if (!periods) return { kind: 'single', price: pricePerKwh ?? '' };
  const rows = periods.map(({ pricePerKwh: price, ...period }, key) => ({ key, ...period, price }));
  const last = rows.at(-1);
  const isRest = last?.days.length === 7 && last.from === '00:00' && last.to === '24:00';
  // Without a last period for all times, the others cover the whole week, so the price for other times has no effect.
  return { kind: 'periods', periods: isRest ? rows.slice(0, -1) : rows, price: last?.price ?? '' };
}

/** Returns what the API stores. */
export function inputOf({ name, areaId, energyType, currency, parts }: ContractFields): ContractInput {
  return {
    name: name.trim(),
    areaId: areaId ?? 0,
    energyType,
    currency,
    parts: parts.map((part) => partOf(part, energyType)),
  };
}

function partOf(part: PartFields, energyType: EnergyType): ContractPart {
  return {
    validFrom: part.validFrom,
    standing: { perMonth: Number(part.perMonth) },
    energy: energyOf(part),
    ...(part.basis !== 'none' && {
      demand: {
        pricePerKw: Number(part.pricePerKw),
        windowMinutes: Number(part.windowMinutes) as 10 | 15 | 30 | 60,
        sliding: part.sliding,
        basis: part.basis,
        ...(part.basis === 'ratchet' && { ratchetShare: Number(part.ratchetPercent) / 100 }),
        ...(part.floorKw !== '' && { floorKw: Number(part.floorKw) }),
        ...(part.contractKw !== '' && { contractKw: Number(part.contractKw) }),
      },
    }),
    ...(hasReactive(part, energyType) && {
      reactive: {
        freeShare: Number((Number(part.freePercent) / 100).toFixed(5)),
        pricePerKvarh: Number(part.pricePerKvarh),
      },
    }),
    leviesPerKwh: Number(part.levies),
    vatPercent: Number(part.vat),
  };
}

export const hasReactive = ({ pricePerKvarh }: PartFields, energyType: EnergyType): boolean =>
  energyType === 'electricity' && pricePerKvarh !== '';

function energyOf({ kind, price, periods, tiers, series }: PartFields): ContractPart['energy'] {
  const pricePerKwh = Number(price);
  if (kind === 'series') return { series: Number(series) };
  if (kind === 'periods') {
    const rows = periods.map(({ days, from, to, price: own }) => ({
      days,
      from,
      to,
      pricePerKwh: Number(own),
    }));
    return { periods: [...rows, allTimes(pricePerKwh)] };
  }
  if (kind === 'tiers') {
    const rows = tiers.map((tier) => ({ upToKwh: Number(tier.upToKwh), pricePerKwh: Number(tier.price) }));
    return { tiers: [...rows, { pricePerKwh }] };
  }
  return { pricePerKwh };
}

/** A share has binary digits, so its percentage may have many decimals. */
const asPercent = (share: number): number => Number((share * 100).toFixed(6));
