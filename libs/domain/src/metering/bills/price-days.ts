import type { Bucket } from '../arithmetic/calendar';
import { HOUR_MS, QUARTER_MS } from '../arithmetic/meter-arithmetic';

export const DAY_MS = 24 * HOUR_MS;
const QUARTERS_PER_DAY = DAY_MS / QUARTER_MS;
/** Decimals of a price: prices are whole billionths. */
export const PRICE_SCALE = 9;

export const floorDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** The prices of a UTC day, see `PriceDayEntity`. */
export type DayPrices = (number | null)[];

/** The prices of a series by UTC days. */
export class PriceDays {
  constructor(readonly byDay: ReadonlyMap<number, DayPrices>) {}

  /** The price of the quarter that begins at the instant; null if it is not known. */
  at(ms: number): number | null {
    const dayMs = floorDay(ms);
    return this.byDay.get(dayMs)?.[(ms - dayMs) / QUARTER_MS] ?? null;
  }

  /** Returns true if every price of the range is known. */
  covers({ startMs, endMs }: Bucket): boolean {
    for (let ms = startMs; ms < endMs; ms += QUARTER_MS) if (this.at(ms) === null) return false;
    return true;
  }
}

/** A price of an import. */
export interface PriceLine {
  /** Start of a quarter of an hour. */
  atMs: number;
  /** Whole billionths. */
  price: number;
}

/**
 * Writes prices over those of their days. A price applies until the next one, but at most for an hour. The last price
 * applies for as long as the one before it, so that the file of a day does not change the prices of the next day.
 * @param lines in order, with different times
 * @param stored the prices of these days so far
 * @returns the new prices of each day
 */
export function pricesWith(
  lines: readonly PriceLine[],
  stored: ReadonlyMap<number, DayPrices>,
): Map<number, DayPrices> {
  const days = new Map(Array.from(stored, ([dayMs, prices]) => [dayMs, [...prices]]));
  let lengthMs = HOUR_MS;
  for (const [index, { atMs, price }] of lines.entries()) {
    lengthMs = Math.min(HOUR_MS, (lines[index + 1]?.atMs ?? atMs + lengthMs) - atMs);
    for (let ms = atMs; ms < atMs + lengthMs; ms += QUARTER_MS) {
      const dayMs = floorDay(ms);
      const prices = days.get(dayMs) ?? Array.from<null>({ length: QUARTERS_PER_DAY }).fill(null);
      days.set(dayMs, prices);
      prices[(ms - dayMs) / QUARTER_MS] = price;
    }
  }
  return days;
}
