import { say } from '@app/kernel';
import type { ReadingImportEntity } from '@app/entities';
import type { MeterReading } from '../arithmetic/meter-arithmetic';
import type { ImportedBatch } from '../meters/imported-readings.service';
import { DESCRIBED_LINES, type ReadingsFile } from './readings-file';

/**
 * Readings per transaction. A larger number means fewer transactions, but each one holds the meter's lock for a longer
 * time.
 */
const READINGS_PER_BATCH = 20_000;

const FINAL_HOURS = say('line_final');

export interface ImportBatch {
  readings: MeterReading[];
  /** The line number of each reading. */
  lines: number[];
}

/** Returns, in batches, the readings of a file that are newer than the import's position. */
export function* batchesFrom(
  file: ReadingsFile,
  { id: importId, position }: Pick<ReadingImportEntity, 'id' | 'position'>,
): Generator<ImportBatch> {
  const fromMs = position?.getTime() ?? Number.NEGATIVE_INFINITY;
  const first = file.atMs.findIndex((atMs) => atMs > fromMs);
  if (first < 0) return;
  for (let start = first; start < file.atMs.length; start += READINGS_PER_BATCH) {
    const end = start + READINGS_PER_BATCH;
    const readings = file.atMs
      .slice(start, end)
      .map((atMs, index) => ({ atMs, value: file.values[start + index] ?? null, quality: 0, importId }));
    yield { readings, lines: file.lines.slice(start, end) };
  }
}

/**
 * Returns the refused lines of a batch.
 * @param finalMs timestamps of readings that affect only hours whose sums are final
 */
export function refusedOf({ readings, lines }: ImportBatch, finalMs: readonly number[]) {
  const final = new Set(finalMs);
  return readings.flatMap(({ atMs }, index) =>
    final.has(atMs) ? [{ line: lines[index] ?? 0, ...FINAL_HOURS }] : [],
  );
}

/** Returns the changes of an import's row after one of its batches was stored. */
export function afterBatch(
  row: ReadingImportEntity,
  batch: ImportBatch,
  { taken, finalMs, duplicates }: ImportedBatch,
): Partial<ReadingImportEntity> {
  const [first, last] = [taken[0], taken.at(-1)];
  const lastMs = batch.readings.at(-1)?.atMs;
  const refused =
    finalMs.length === 0
      ? row.refused
      : [...row.refused, ...refusedOf(batch, finalMs)].slice(0, DESCRIBED_LINES);
  return {
    position: lastMs === undefined ? row.position : new Date(lastMs),
    processed: row.processed + batch.readings.length,
    taken: row.taken + taken.length,
    duplicates: row.duplicates + duplicates,
    refusedCount: row.refusedCount + finalMs.length,
    ...(refused !== row.refused && { refused }),
    firstAt: row.firstAt ?? (first ? new Date(first.atMs) : null),
    lastAt: last ? new Date(last.atMs) : row.lastAt,
  };
}

/** The share of the work that is done. Rounded down, so that an import does not look complete while a part is missing. */
export function importProgress({
  status,
  total,
  processed,
}: Pick<ReadingImportEntity, 'status' | 'total' | 'processed'>): number {
  if (status === 'done' || status === 'undone') return 1;
  return total ? Math.floor(Math.min(processed / total, 1) * 1e4) / 1e4 : 0;
}
