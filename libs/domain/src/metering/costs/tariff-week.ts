import type { Tariff } from '@app/entities';
import { exactDecimal } from '../arithmetic/exact-decimal';
import type { RateList } from '../rates/rate-list';

type Period = NonNullable<Tariff['periods']>[number];

/** The rate applies from this minute of the day until the next change. */
export interface RateChange {
  minute: number;
  rate: number;
}

const MINUTES_PER_DAY = 1440;

/** The changes of each day of the week, Monday first. The first change of each day is at minute 0. */
export type TariffWeek = readonly (readonly RateChange[])[];

/** Returns the prices of a tariff over a week. A tariff without periods has one change per day. */
export function tariffWeek({ default: price, periods = [] }: Tariff, rates: RateList): TariffWeek {
  const read = periods.map((period) => ({
    days: new Set(period.days),
    from: minuteOf(period.from),
    to: minuteOf(period.to),
    rate: rates.indexOf(exactDecimal(period.pricePerKwh)),
  }));
  const otherwise = rates.indexOf(exactDecimal(price));
  // A period across midnight also changes the price on the next day, so each day is divided at the times of all
  // periods.
  const edges = [...new Set([0, ...read.flatMap(({ from, to }) => [from, to])])]
    .filter((minute) => minute < MINUTES_PER_DAY)
    .sort((one, other) => one - other);
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const changes: RateChange[] = [];
    for (const minute of edges) {
      const rate = read.find((period) => contains(period, day, minute))?.rate ?? otherwise;
      if (changes.at(-1)?.rate !== rate) changes.push({ minute, rate });
    }
    return changes;
  });
}

/**
 * If the end of a period is not after its beginning, the period continues on the next day. Such a period belongs to the
 * day on which it begins.
 */
function contains(
  { days, from, to }: { days: ReadonlySet<number>; from: number; to: number },
  day: number,
  minute: number,
): boolean {
  if (to > from) return days.has(day) && minute >= from && minute < to;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.has(day) && minute >= from) || (days.has(dayBefore) && minute < to);
}

function minuteOf(time: Period['from']): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
