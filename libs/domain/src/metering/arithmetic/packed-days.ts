import type { DayRow } from './day-rows';

/*
 * A packed day is text, so that a database can join the days of a meter to one value. The text is the base64 of
 * little-endian 32-bit words: first the start in minutes since 1970 UTC; then the covered milliseconds times 16, plus
 * cuts and width; then 25 energies. Each energy takes one word, or two words if any energy of the day does not fit into
 * one. The length is a multiple of three bytes, so the base64 has no padding, and joined texts decode to the joined
 * bytes.
 */
const WORD = 4;
const HEADER = 2 * WORD;
/** Maximum number of local hours in a packed day. The few days that had more are not packed. */
export const HOURS_PER_DAY = 25;
const NARROW_BYTES = 108;
const WIDE_BYTES = 216;
/** Length of the longest packed day in characters. */
export const PACKED_LENGTH = (WIDE_BYTES / 3) * 4;

const MINUTE_MS = 60_000;
const CUTS = 0b11;
const WIDE = 0b100;
const FLAGS = 16;
const NONE = -(2 ** 31);
const HIGH = 2 ** 32;

/** An unpacked day. It is valid until the next day is unpacked, because all of them share memory. */
export interface UnpackedDay extends Omit<DayRow, 'energyMwh'> {
  /** Energy of each local hour in whole milliwatt-hours; NaN if there is none. The array always has 25 items. */
  hoursMwh: Float64Array;
}

/**
 * Packs a day.
 * @param hoursMwh energy of each local hour of the day in whole milliwatt-hours
 * @returns null if the day cannot be packed
 */
export function packDay(
  { startMs, coveredMs, cuts }: DayRow,
  hoursMwh: readonly (number | null)[] | null,
): string | null {
  if (!hoursMwh || hoursMwh.length > HOURS_PER_DAY || startMs % MINUTE_MS !== 0) return null;
  const isWide = hoursMwh.some((energyMwh) => energyMwh !== null && !fitsIntoWord(energyMwh));
  const bytes = Buffer.alloc(isWide ? WIDE_BYTES : NARROW_BYTES);
  bytes.writeInt32LE(startMs / MINUTE_MS, 0);
  bytes.writeUInt32LE(coveredMs * FLAGS + (cuts & CUTS) + (isWide ? WIDE : 0), WORD);
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const energyMwh = hoursMwh[hour] ?? null;
    if (!isWide) bytes.writeInt32LE(energyMwh ?? NONE, HEADER + hour * WORD);
    else {
      const high = energyMwh === null ? NONE : Math.floor(energyMwh / HIGH);
      bytes.writeInt32LE(high, HEADER + hour * 2 * WORD);
      bytes.writeUInt32LE(
        (energyMwh ?? 0) - (energyMwh === null ? 0 : high * HIGH),
        HEADER + hour * 2 * WORD + WORD,
      );
    }
  }
  return bytes.toString('base64');
}

/** Unpacks a text of one or more packed days. Calls `visit` with each day, in the order of the text. */
export function eachPackedDay(text: string, visit: (day: UnpackedDay) => void): void {
  const words = wordsOf(text);
  const hoursMwh = new Float64Array(HOURS_PER_DAY);
  for (let offset = 0; offset < words.byteLength;) {
    const { startMs, coveredMs, cuts, isWide } = headerAt(words, offset);
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) hoursMwh[hour] = energyAt(words, offset, hour, isWide);
    visit({ startMs, coveredMs, cuts, hoursMwh });
    offset += isWide ? WIDE_BYTES : NARROW_BYTES;
  }
}

/** The packed days of one meter, decoded from a text that contains one or more days. */
export class PackedDays {
  private readonly words: DataView;

  constructor(text: string) {
    this.words = wordsOf(text);
  }

  /** Calls `visit` with the start of each day, in the order of the text. */
  eachStart(visit: (startMs: number) => void): void {
    const { words } = this;
    for (let offset = 0; offset < words.byteLength; offset += lengthAt(words, offset)) {
      visit(startAt(words, offset));
    }
  }

  /** Calls `visit` with the totals of each day, in the order of the text. */
  eachTotal(visit: (startMs: number, energyMwh: number, coveredMs: number, cuts: number) => void): void {
    const { words } = this;
    for (let offset = 0; offset < words.byteLength; offset += lengthAt(words, offset)) {
      const { startMs, coveredMs, cuts, isWide } = headerAt(words, offset);
      let energyMwh = 0;
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const hourMwh = energyAt(words, offset, hour, isWide);
        if (!Number.isNaN(hourMwh)) energyMwh += hourMwh;
      }
      visit(startMs, energyMwh, coveredMs, cuts);
    }
  }
}

function wordsOf(text: string): DataView {
  const bytes = Buffer.from(text, 'base64');
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function startAt(words: DataView, offset: number): number {
  return words.getInt32(offset, true) * MINUTE_MS;
}

function lengthAt(words: DataView, offset: number): number {
  return (words.getUint32(offset + WORD, true) & WIDE) === 0 ? NARROW_BYTES : WIDE_BYTES;
}

function headerAt(words: DataView, offset: number): Omit<DayRow, 'energyMwh'> & { isWide: boolean } {
  const packed = words.getUint32(offset + WORD, true);
  return {
    startMs: startAt(words, offset),
    coveredMs: Math.floor(packed / FLAGS),
    cuts: packed & CUTS,
    isWide: (packed & WIDE) !== 0,
  };
}

/** The energy of an hour of the day at `offset`; NaN if there is none. */
function energyAt(words: DataView, offset: number, hour: number, isWide: boolean): number {
  const at = offset + HEADER + hour * (isWide ? 2 * WORD : WORD);
  const word = words.getInt32(at, true);
  if (word === NONE) return Number.NaN;
  return isWide ? word * HIGH + words.getUint32(at + WORD, true) : word;
}

function fitsIntoWord(energyMwh: number): boolean {
  return energyMwh > NONE && energyMwh < -NONE;
}
