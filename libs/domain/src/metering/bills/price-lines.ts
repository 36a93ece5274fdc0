import { DomainError, type ErrorDetail, type Message, say } from '@app/kernel';
import { QUARTER_MS } from '../arithmetic/meter-arithmetic';
import { WrittenTimes } from '../imports/written-times';
import { DAY_MS, PRICE_SCALE, type PriceLine } from './price-days';

/** A year has 35,136 quarters of an hour at most. */
const MOST_LINES = 40_000;
/** The days of a file may be far apart, so this limits the days to read. */
const MOST_DAYS = 1500;
/** A file of another kind is wrong in each line. */
const MOST_REFUSALS = 100;
const HEADER = /^timestamp,price$/i;
const PRICE = /^([+-]?)(\d{1,7})(?:\.(\d{1,9}))?$/;
const HIGHEST = 1e6 * 10 ** PRICE_SCALE;
/** Times before 1970 are typing errors, and those after 2100 as well. */
const LATEST_MS = Date.UTC(2100, 0);

/**
 * Reads a CSV file with the columns `timestamp,price`. A header is optional.
 * @returns the prices in order
 * @throws DomainError invalid with each line that cannot be read: a price whose line is missing would be replaced by the
 *   one before it
 */
export function readPriceLines(text: string): PriceLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const times = new WrittenTimes('iso');
  const prices = new Map<number, PriceLine>();
  const refused: ErrorDetail[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && HEADER.test(line.trim()))) continue;
    const read = readLine(line, times);
    const fault =
      'code' in read ? read : prices.has(read.atMs) && say('line_price_twice', { text: shown(line) });
    if (fault) refused.push({ path: `line ${index + 1}`, ...fault });
    else if (!('code' in read)) prices.set(read.atMs, read);
    if (refused.length >= MOST_REFUSALS) break;
    if (prices.size > MOST_LINES) throw DomainError.ofField('', say('too_many_prices', { most: MOST_LINES }));
  }
  if (refused.length > 0) throw DomainError.invalid('The prices cannot be read.', refused);
  if (prices.size === 0) throw DomainError.ofField('', say('required'));
  const sorted = [...prices.values()].sort((one, other) => one.atMs - other.atMs);
  if ((sorted.at(-1)?.atMs ?? 0) - (sorted[0]?.atMs ?? 0) > MOST_DAYS * DAY_MS)
    throw DomainError.ofField('', say('prices_too_far_apart', { most: MOST_DAYS }));
  return sorted;
}

function readLine(line: string, times: WrittenTimes): PriceLine | Message {
  const cells = line.split(',').map((cell) => cell.trim());
  const [timestamp = '', price = ''] = cells;
  if (cells.length !== 2) return say('line_columns', { found: cells.length, wanted: 2 });
  const written = times.read(timestamp);
  if (!written || written.offsetMs === null)
    return say('line_instant', { text: shown(timestamp), example: '2026-03-29T08:00:00Z' });
  const atMs = written.localMs - written.offsetMs;
  if (atMs < 0) return say('line_early', { text: shown(timestamp) });
  if (atMs >= LATEST_MS) return say('line_future', { text: shown(timestamp) });
  if (atMs % QUARTER_MS !== 0) return say('line_no_quarter', { text: shown(timestamp) });
  const [, sign, whole = '', fraction = ''] = PRICE.exec(price) ?? [];
  const units = Number(`${whole}${fraction.padEnd(PRICE_SCALE, '0')}`);
  if (sign === undefined || units > HIGHEST) return say('line_price', { text: shown(price) });
  return { atMs, price: sign === '-' ? -units : units };
}

const shown = (text: string): string => text.slice(0, 40);
