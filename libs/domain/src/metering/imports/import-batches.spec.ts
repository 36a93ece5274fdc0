import type { ReadingImportEntity } from '@app/entities';
import { afterBatch, batchesFrom, refusedOf } from './import-batches';
import { DESCRIBED_LINES, type ReadingsFile } from './readings-file';

const FIELDS = {
  id: 5,
  position: new Date(10),
  processed: 100,
  taken: 90,
  duplicates: 6,
  refusedCount: 4,
  refused: [{ line: 1, message: 'old' }],
  firstAt: null,
  lastAt: new Date(10),
};
const rowWith = (changes = {}) => ({ ...FIELDS, ...changes }) as unknown as ReadingImportEntity;
const ROW = rowWith();

/** A file with one reading per millisecond from 0 on. The line of a reading is its index plus 2. */
function fileOf(count: number): ReadingsFile {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return {
    atMs: indexes,
    values: indexes.map((index) => index / 2),
    lines: indexes.map((index) => index + 2),
  } as unknown as ReadingsFile;
}
const reading = (atMs: number) => ({ atMs, value: atMs / 2, quality: 0, importId: 5 });
const batchOf = (...atMs: number[]) => ({ readings: atMs.map(reading), lines: atMs.map((ms) => ms + 2) });

describe('batchesFrom', () => {
  it('returns the readings after the position of the import', () => {
    expect([...batchesFrom(fileOf(13), ROW)]).toEqual([batchOf(11, 12)]);
    expect([...batchesFrom(fileOf(2), { id: 5, position: null })]).toEqual([batchOf(0, 1)]);
    expect([...batchesFrom(fileOf(11), ROW)]).toEqual([]);
  });

  it('returns each reading of a large file once, 20,000 per batch', () => {
    const batches = [...batchesFrom(fileOf(40_002), { id: 5, position: new Date(0) })];
    expect(batches.map(({ readings }) => readings.length)).toEqual([20_000, 20_000, 1]);
    expect(batches.at(-1)).toEqual(batchOf(40_001));
    expect(batches.flatMap(({ readings }) => readings.map(({ value }) => value))).toEqual(
      Array.from({ length: 40_001 }, (_, index) => (index + 1) / 2),
    );
  });
});

describe('refusedOf', () => {
  it('names the lines of readings whose hours are final', () => {
    const message =
      'The reading affects only hours whose sums are final, because their retention period is over.';
    expect(refusedOf(batchOf(11, 12, 13), [11, 13])).toMatchObject([
      { line: 13, message },
      { line: 15, message },
    ]);
  });
});

describe('afterBatch', () => {
  it('counts the readings of a batch, and moves the position to its last one', () => {
    const stored = { taken: [reading(12), reading(13)], finalMs: [], duplicates: 1 };
    expect(afterBatch(ROW, batchOf(11, 12, 13, 14), stored)).toEqual({
      position: new Date(14),
      processed: 104,
      taken: 92,
      duplicates: 7,
      refusedCount: 4,
      firstAt: new Date(12),
      lastAt: new Date(13),
    });
  });

  it('describes refused lines, but only the first ones', () => {
    const times = Array.from({ length: DESCRIBED_LINES }, (_, index) => 20 + index);
    const changes = afterBatch(ROW, batchOf(...times), { taken: [], finalMs: times, duplicates: 0 });
    expect(changes).toMatchObject({ refusedCount: 4 + DESCRIBED_LINES, firstAt: null, lastAt: new Date(10) });
    expect(changes.refused).toHaveLength(DESCRIBED_LINES);
    expect(changes.refused?.slice(0, 2)).toMatchObject([
      { line: 1, message: 'old' },
      expect.objectContaining({ line: 22 }),
    ]);
  });

  it('keeps the first instant and the position if a later batch has nothing new', () => {
    const begun = rowWith({ firstAt: new Date(3) });
    const changes = afterBatch(begun, batchOf(), { taken: [reading(12)], finalMs: [], duplicates: 0 });
    expect(changes).toMatchObject({ position: new Date(10), firstAt: new Date(3), lastAt: new Date(12) });
  });
});
