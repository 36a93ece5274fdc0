import type { Readable } from 'node:stream';
import type { RefusedLine } from '@app/entities';
import { DomainError } from '@app/kernel';
import { isCountable } from '../arithmetic/meter-arithmetic';
import { layoutOf } from './csv-layout';
import { lineGroups } from './csv-lines';
import type { FileFormat } from './file-format';
import { readGreenButton } from './green-button';
import { type LineSettings, ReadingLines } from './reading-lines';
import { RepeatedHours } from './repeated-hours';

/** Maximum number of refused lines that are stored with their reasons. */
export const DESCRIBED_LINES = 1000;

/** The readings of a file, in order of time, each timestamp once. */
export interface ReadingsFile {
  atMs: readonly number[];
  values: readonly number[];
  /** The line number of each reading. */
  lines: readonly number[];
  /** Number of lines with the timestamp of an earlier line. */
  duplicates: number;
  refusedCount: number;
  /** The first refused lines. */
  refused: RefusedLine[];
  /** False if the file has more than `mostLines` lines. */
  complete: boolean;
}

export interface FileSettings extends Omit<LineSettings, 'dateFormat'> {
  dateFormat: FileFormat['dateFormat'];
}

/**
 * Reads the readings of a file.
 * @param mostLines maximum number of lines, or of interval readings of XML, to read
 * @throws DomainError invalid if a line is too long, or if the file is not of its format
 */
export async function readReadings(
  content: Readable,
  { dateFormat, ...settings }: FileSettings,
  mostLines = Number.POSITIVE_INFINITY,
): Promise<ReadingsFile> {
  const file = new ReadingsInFileOrder();
  return dateFormat === 'espi'
    ? readXml(content, file, settings, mostLines)
    : readCsv(content, file, { ...settings, dateFormat }, mostLines);
}

async function readCsv(
  content: Readable,
  file: ReadingsInFileOrder,
  settings: LineSettings,
  mostLines: number,
): Promise<ReadingsFile> {
  let reader: ReadingLines | undefined;
  let number = 0;
  for await (const lines of lineGroups(content)) {
    for (const line of lines) {
      if (number === mostLines) return { ...file.inOrder(), complete: false };
      number++;
      if (line.trim() === '') continue;
      const isFirst = reader === undefined;
      const layout = isFirst ? layoutOf(line, settings, number) : undefined;
      if (layout) reader = new ReadingLines(layout, settings);
      if (reader && !layout?.hasHeader) file.add(number, reader.read(line));
    }
  }
  return { ...file.inOrder(), complete: true };
}

async function readXml(
  content: Readable,
  file: ReadingsInFileOrder,
  settings: Pick<LineSettings, 'meter' | 'latestMs'>,
  mostReadings: number,
): Promise<ReadingsFile> {
  let count = 0;
  const factor = await readGreenButton(content, settings, (line, reading) => {
    if (count === mostReadings) return false;
    count++;
    file.add(line, reading);
    return true;
  });
  const { values, ...rest } = file.inOrder();
  const scaled = values.map((value) => value * factor);
  if (!scaled.every((value) => isCountable(settings.meter, value)))
    throw DomainError.invalid('The values of the file are too large to be added up.');
  return { ...rest, values: scaled, complete: count < mostReadings };
}

class ReadingsInFileOrder {
  private readonly atMs: number[] = [];
  private readonly values: number[] = [];
  private readonly lines: number[] = [];
  private readonly refused: RefusedLine[] = [];
  private readonly repeatedHours = new RepeatedHours();
  private refusedCount = 0;

  add(line: number, reading: ReturnType<ReadingLines['read']>): void {
    if ('code' in reading) {
      this.refusedCount++;
      if (this.refused.length < DESCRIBED_LINES) this.refused.push({ line, ...reading });
      return;
    }
    const { at, value } = reading;
    if (at.repeated) this.repeatedHours.add(this.atMs.length, at.atMs, at.repeated);
    this.atMs.push(at.atMs);
    this.values.push(value);
    this.lines.push(line);
  }

  inOrder(): Omit<ReadingsFile, 'complete'> {
    this.repeatedHours.settle(this.atMs);
    const { refused, refusedCount } = this;
    if (this.isInOrder()) {
      const { atMs, values, lines } = this;
      return { atMs, values, lines, duplicates: 0, refused, refusedCount };
    }
    // If several lines have the same timestamp, the first one counts.
    const order = Uint32Array.from(this.atMs.keys()).sort(
      (one, other) => this.of(this.atMs, one) - this.of(this.atMs, other) || one - other,
    );
    const distinct = order.filter(
      (place, index) => index === 0 || this.atMs[place] !== this.of(this.atMs, order[index - 1] ?? 0),
    );
    const arranged = (column: readonly number[]) => Array.from(distinct, (place) => this.of(column, place));
    return {
      atMs: arranged(this.atMs),
      values: arranged(this.values),
      lines: arranged(this.lines),
      duplicates: order.length - distinct.length,
      refused,
      refusedCount,
    };
  }

  private isInOrder(): boolean {
    return this.atMs.every((ms, index) => index === 0 || ms > this.of(this.atMs, index - 1));
  }

  private of(column: readonly number[], place: number): number {
    return column[place] ?? Number.NaN;
  }
}
