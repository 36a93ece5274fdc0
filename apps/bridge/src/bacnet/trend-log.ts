import { ApplicationTag, type BACNetAppData, type BACNetObjectID } from '@bacnet-js/client';
import { Temporal } from 'temporal-polyfill';
import type { DeviceLink } from './device-link';
import { Refusal } from './refusal';

/** One answer has room for about this number of records. */
const RECORDS_AT_ONCE = 16;
/** Older records of a long log are left. */
const MOST_RECORDS = 10_000;

/** A recorded value. */
export interface TrendRecord {
  /** Local time of the device in ISO 8601, without an offset. */
  local: string;
  data: BACNetAppData;
}

/** Reads the records of a trend log from the newest back, until `isOld` returns true. Their order is not defined. */
export async function readTrendLog(
  link: DeviceLink,
  log: BACNetObjectID,
  isOld: (record: TrendRecord) => boolean,
): Promise<TrendRecord[]> {
  const records: TrendRecord[] = [];
  const newest = await link.countRecords(log);
  const oldest = Math.max(1, newest - MOST_RECORDS + 1);
  for (let last = newest; last >= oldest; last -= RECORDS_AT_ONCE) {
    const first = Math.max(oldest, last - RECORDS_AT_ONCE + 1);
    const read = await readPart(link, log, first, last);
    records.push(...read);
    if (read.some(isOld)) break;
  }
  return records;
}

async function readPart(
  link: DeviceLink,
  log: BACNetObjectID,
  first: number,
  last: number,
): Promise<TrendRecord[]> {
  const records: TrendRecord[] = [];
  for (let position = first; ;) {
    const asked = last - position + 1;
    const { count, bytes } = await link.readRecords(log, position, asked);
    records.push(...recordsIn(bytes, count));
    if (count === 0 || count >= asked) return records;
    // A new record of a full log shifts the others, so the last one is read again.
    position += Math.max(1, count - 1);
  }
}

const DATE_TAG = 0xa4;
const TIME_TAG = 0xb4;
const FLAGS_TAG = 0x2a;
/** The bits of a fault, and of a value that somebody has replaced, in the first byte of status flags. */
const NOT_GOOD = 0x50;
/** The place of an unknown number in a date or a time. */
const UNKNOWN = 0xff;

/**
 * Returns the values in a list of BACnetLogRecord (ASHRAE 135, clause 12.25.14). Other events of the log, and values
 * that were not good, are left out. The library does not read switches and signed numbers, and names the flags in a
 * wrong order.
 * @param bytes may go on after the records
 * @param count number of records
 * @throws Refusal if the bytes are no such list
 */
export function recordsIn(bytes: Buffer, count: number): TrendRecord[] {
  const records: TrendRecord[] = [];
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Refusal('the record of a trend log is incomplete', null);
    at += length;
    return bytes.subarray(at - length, at);
  };
  const expect = (...tags: number[]) => {
    for (const tag of tags)
      if (take(1)[0] !== tag) throw new Refusal('the record of a trend log has another form', null);
  };
  for (let record = 0; record < count; record++) {
    expect(0x0e, DATE_TAG);
    const date = take(4);
    expect(TIME_TAG);
    const time = take(4);
    expect(0x0f, 0x1e);
    const data = datumOf(take);
    expect(0x1f);
    const flags = bytes[at] === FLAGS_TAG ? take(3) : undefined;
    const isGood = ((flags?.[2] ?? 0) & NOT_GOOD) === 0;
    const isDated = !date.subarray(0, 3).includes(UNKNOWN) && !time.includes(UNKNOWN);
    if (data && isDated && isGood) records.push({ local: localOf(date, time), data });
  }
  return records;
}

/** Reads the value of a record. Returns undefined if it is none. */
function datumOf(take: (length: number) => Buffer): BACNetAppData | undefined {
  const [tag = 0] = take(1);
  if ((tag & 0x07) === 0x06) {
    skipTo(tag | 0x01, take);
    return undefined;
  }
  const bytes = take(tag & 0x07);
  switch (tag >> 4) {
    case 1:
      return { type: ApplicationTag.BOOLEAN, value: bytes[0] === 1 };
    case 2:
      return { type: ApplicationTag.REAL, value: bytes.readFloatBE() };
    case 3:
      return { type: ApplicationTag.ENUMERATED, value: bytes.readUIntBE(0, bytes.length) };
    case 4:
      return { type: ApplicationTag.UNSIGNED_INTEGER, value: bytes.readUIntBE(0, bytes.length) };
    case 5:
      return { type: ApplicationTag.SIGNED_INTEGER, value: bytes.readIntBE(0, bytes.length) };
    default:
      return undefined;
  }
}

/** Skips a failure or a value of another type, which ends with its closing tag. */
function skipTo(closing: number, take: (length: number) => Buffer): void {
  for (;;) {
    const [tag = 0] = take(1);
    if (tag === closing) return;
    const length = tag & 0x07;
    // Opening and closing tags have no content.
    if (length === 5) take(take(1)[0] ?? 0);
    else if (length < 5) take(length);
  }
}

const two = (number: number) => String(number).padStart(2, '0');

function localOf(date: Buffer, time: Buffer): string {
  const [year = 0, month = 0, day = 0] = date;
  const [hour = 0, minute = 0, second = 0, hundredths = 0] = time;
  return `${1900 + year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${two(hundredths)}`;
}

/** Returns the instant of a local time; null if the clocks skip or repeat it, or it does not exist. */
export function instantMsOf(local: string, timeZone: string): number | null {
  try {
    const time = Temporal.PlainDateTime.from(local);
    const [early, late] = (['earlier', 'later'] as const).map(
      (disambiguation) => time.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds,
    );
    return early !== undefined && early === late ? early : null;
  } catch {
    return null;
  }
}
