import { DomainError, type ErrorDetail, type Message, say } from '@app/kernel';
import { QUARTER_MS } from '../arithmetic/meter-arithmetic';
import { RepeatedHours } from '../imports/repeated-hours';
import { WrittenTimes } from '../imports/written-times';
import { type LocalInstant, ZoneTimes } from '../imports/zone-times';
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

/** Reads the timestamps of a file. */
interface Reader {
  times: WrittenTimes;
  zoneTimes: ZoneTimes;
  zone: string;
}

/**
 * Reads a CSV file with the columns `timestamp,price`. A header is optional. As in an import of readings, the order of
 * the lines shows to which pass of a repeated hour a timestamp without an offset belongs.
 * @param zone the zone of timestamps without an offset
 * @returns the prices in order
 * @throws DomainError invalid with each line that cannot be read: a price whose line is missing would be replaced by the
 *   one before it
 */
export function readPriceLines(text: string, zone: string): PriceLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const reader = { times: new WrittenTimes('iso'), zoneTimes: new ZoneTimes(zone), zone };
  const repeatedHours = new RepeatedHours();
  const atMs: number[] = [];
  const found: { index: number; price: number }[] = [];
  const refused: { index: number; fault: Message }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && HEADER.test(line.trim()))) continue;
    const read = readLine(line, reader);
    if ('code' in read) refused.push({ index, fault: read });
    else {
      const { at, price } = read;
      if (at.repeated) repeatedHours.add(found.length, at.atMs, at.repeated);
      atMs.push(at.atMs);
      found.push({ index, price });
    }
    if (refused.length >= MOST_REFUSALS) break;
    if (found.length > MOST_LINES)
      throw DomainError.ofField('', say('too_many_prices', { most: MOST_LINES }));
  }
  repeatedHours.settle(atMs);
  const prices = new Map<number, PriceLine>();
  for (const [place, { index, price }] of found.entries()) {
    const ms = atMs[place] ?? Number.NaN;
    if (prices.has(ms))
      refused.push({ index, fault: say('line_price_twice', { text: shown(lines[index] ?? '') }) });
    else prices.set(ms, { atMs: ms, price });
  }
  if (refused.length > 0) throw DomainError.invalid('The prices cannot be read.', detailsOf(refused));
  if (prices.size === 0) throw DomainError.ofField('', say('required'));
  const sorted = [...prices.values()].sort((one, other) => one.atMs - other.atMs);
  if ((sorted.at(-1)?.atMs ?? 0) - (sorted[0]?.atMs ?? 0) > MOST_DAYS * DAY_MS)
    throw DomainError.ofField('', say('prices_too_far_apart', { most: MOST_DAYS }));
  return sorted;
}

function detailsOf(refused: readonly { index: number; fault: Message }[]): ErrorDetail[] {
  return refused
    .toSorted((one, other) => one.index - other.index)
    .slice(0, MOST_REFUSALS)
    .map(({ index, fault }) => ({ path: `line ${index + 1}`, ...fault }));
}

function readLine(
  line: string,
  { times, zoneTimes, zone }: Reader,
): { at: LocalInstant; price: number } | Message {
  const cells = line.split(',').map((cell) => cell.trim());
  const [timestamp = '', price = ''] = cells;
  if (cells.length !== 2) return say('line_columns', { found: cells.length, wanted: 2 });
  const written = times.read(timestamp);
  if (!written) return say('line_instant', { text: shown(timestamp), example: '2026-03-29T08:00:00Z' });
  const { localMs, offsetMs } = written;
  const at = offsetMs === null ? zoneTimes.instantOf(localMs) : { atMs: localMs - offsetMs };
  if (!at) return say('line_skipped', { text: shown(timestamp), zone });
  if (at.atMs < 0) return say('line_early', { text: shown(timestamp) });
  if (at.atMs >= LATEST_MS) return say('line_future', { text: shown(timestamp) });
  if (at.atMs % QUARTER_MS !== 0) return say('line_no_quarter', { text: shown(timestamp) });
  const [, sign, whole = '', fraction = ''] = PRICE.exec(price) ?? [];
  const units = Number(`${whole}${fraction.padEnd(PRICE_SCALE, '0')}`);
  if (sign === undefined || units > HIGHEST) return say('line_price', { text: shown(price) });
  return { at, price: sign === '-' ? -units : units };
}

const shown = (text: string): string => text.slice(0, 40);
