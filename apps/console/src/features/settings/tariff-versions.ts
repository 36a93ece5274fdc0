import type { components } from '../../api/plantroom';
import { isCalendarDate } from '../../format/calendar-period';

export type Tariff = components['schemas']['TariffDto'];

/** A price period as it is edited. Its key stays the same when others are removed. */
export interface EditedPeriod {
  key: number;
  days: number[];
  from: string;
  to: string;
  price: number | string;
}

/** A tariff as it is edited. */
export interface EditedVersion {
  key: number;
  /** Empty if the price has no beginning. */
  validFrom: string;
  currency: string;
  price: number | string;
  periods: EditedPeriod[];
}

/** Returns the tariffs of an energy type, oldest first. */
export function versionsOf(tariffs: Tariff | Tariff[] | undefined): Tariff[] {
  if (!tariffs) return [];
  return Array.isArray(tariffs) ? tariffs : [tariffs];
}

export function editedOf(tariffs: readonly Tariff[]): EditedVersion[] {
  return tariffs.map((tariff, key) => ({
    key,
    validFrom: tariff.validFrom ?? '',
    currency: tariff.currency,
    price: tariff.default,
    periods: (tariff.periods ?? []).map(({ pricePerKwh, ...period }, index) => ({
      key: index,
      ...period,
      price: pricePerKwh,
    })),
  }));
}

/** Returns the tariffs as the API takes them, or null if a field is missing or wrong. */
export function writtenOf(versions: readonly EditedVersion[]): Tariff[] | null {
  const isComplete = versions.every(
    ({ price, validFrom, periods }, index) =>
      isPrice(price) &&
      (validFrom === '' ? index === 0 : isCalendarDate(validFrom)) &&
      periods.every(
        ({ days, from, to, price: own }) => days.length > 0 && from !== '' && to !== '' && isPrice(own),
      ),
  );
  if (!isComplete) return null;
  return versions.map(({ validFrom, currency, price, periods }) => ({
    ...(validFrom && { validFrom }),
    currency,
    default: Number(price),
    periods: periods.map(({ days, from, to, price: own }) => ({
      days,
      from,
      to,
      pricePerKwh: Number(own),
    })),
  }));
}

const isPrice = (price: number | string): boolean => price !== '' && Number.isFinite(Number(price));
