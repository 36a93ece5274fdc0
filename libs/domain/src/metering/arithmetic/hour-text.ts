import type { HourRow } from './hour-rows';

/*
 * An hour as text is ten integers with commas between them: the start in milliseconds, the cuts, then the covered
 * milliseconds and the energies of the four quarters. An energy is empty if nothing was measured.
 */
const INTEGERS = 10;
const [COMMA, MINUS, ZERO] = [0x2c, 0x2d, 0x30];
/** Shared by all calls, because a new array for each hour would have to be garbage-collected right away. */
const integers = new Float64Array(INTEGERS);

/** Reads an hour that the database wrote as text. */
export function hourOfText(text: string): HourRow {
  readIntegers(text);
  const [hourMs = 0, cuts = 0, covered0 = 0, covered1 = 0, covered2 = 0, covered3 = 0] = integers;
  return {
    hourMs,
    energyMwh: [energyAt(6), energyAt(7), energyAt(8), energyAt(9)],
    coveredMs: [covered0, covered1, covered2, covered3],
    cuts,
  };
}

function energyAt(index: number): number | null {
  const energy = integers[index] ?? Number.NaN;
  return Number.isNaN(energy) ? null : energy;
}

/** Reads one character at a time: splitting the text and converting the parts takes five times as long. */
function readIntegers(text: string): void {
  integers.fill(Number.NaN);
  let index = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text.charCodeAt(at) !== COMMA) continue;
    if (at > start) integers[index] = integerIn(text, start, at);
    index++;
    start = at + 1;
  }
}

function integerIn(text: string, from: number, to: number): number {
  const isNegative = text.charCodeAt(from) === MINUS;
  let integer = 0;
  for (let at = isNegative ? from + 1 : from; at < to; at++)
    integer = integer * 10 + (text.charCodeAt(at) - ZERO);
  return isNegative ? -integer : integer;
}
