import type { MeterEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUsable, type MeterReading } from '../arithmetic/meter-arithmetic';
import { isRefused } from '../arithmetic/pruned-hours';
import { mergeReadings } from '../arithmetic/reading-changes';
import {
  deleteImported,
  importedAfter,
  insertReadings,
  readingsBetween,
  storeReadings,
} from './readings.queries';
import { RollupService } from './rollup.service';

/** The result of a batch of imported readings. */
export interface ImportedBatch {
  /** The readings that were stored, in order of time. */
  taken: MeterReading[];
  /** Timestamps of readings that affect only hours whose sums are final. */
  finalMs: number[];
  /** Number of readings that were not stored, because their timestamp already has a usable reading. */
  duplicates: number;
}

/**
 * Stores and deletes readings of imports, and updates the sums. Runs in the caller's transaction, which must have
 * locked the meter's row. The meter's fields for its newest reading stay unchanged, because they are the position from
 * which the gateway is read.
 */
@Injectable()
export class ImportedReadingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: RollupService,
  ) {}

  /**
   * Stores the readings of an import, except those whose timestamp already has a usable reading.
   * @param readings in order of time, each timestamp once, all with the same `importId`
   */
  async store(
    manager: EntityManager,
    meter: MeterEntity,
    readings: readonly MeterReading[],
  ): Promise<ImportedBatch> {
    const { stored, ...batch } = await sorted(manager, meter, readings);
    const [first, last] = [batch.taken[0], batch.taken.at(-1)];
    if (first && last) {
      await (stored.length === 0 ? insertReadings : storeReadings)(manager, meter.id, batch.taken);
      const around = stored.filter(({ atMs }) => atMs >= first.atMs && atMs <= last.atMs);
      const at = { fromMs: first.atMs, toMs: last.atMs, readings: mergeReadings(around, batch.taken) };
      await this.rollups.recompute(manager, meter, at);
    }
    return batch;
  }

  /** Returns the result that `store` would return. Stores nothing. */
  async preview(meter: MeterEntity, readings: readonly MeterReading[]): Promise<ImportedBatch> {
    const { stored: _, ...batch } = await sorted(this.dataSource.manager, meter, readings);
    return batch;
  }

  /**
   * Deletes the next `count` readings of an import after `afterMs`, up to `untilMs`.
   * @returns the number of deleted readings and the timestamp of the last one; null if no reading was left
   */
  async remove(
    manager: EntityManager,
    meter: MeterEntity,
    { importId, afterMs, untilMs }: { importId: number; afterMs: number; untilMs: number },
    count: number,
  ): Promise<{ removed: number; lastMs: number } | null> {
    const stamps = await importedAfter(manager, { meterId: meter.id, importId, afterMs, untilMs }, count);
    const [fromMs, toMs] = [stamps[0], stamps.at(-1)];
    if (fromMs === undefined || toMs === undefined) return null;
    await deleteImported(manager, { meterId: meter.id, importId, fromMs, toMs });
    const readings = await readingsBetween(manager, meter.id, fromMs, toMs + 1);
    // The sums of a removed meter are already deleted. They are computed again if the meter is added again.
    if (!meter.removedAt) await this.rollups.recompute(manager, meter, { fromMs, toMs, readings });
    return { removed: stamps.length, lastMs: toMs };
  }
}

/** Divides the readings of an import into new, refused and duplicate ones. */
async function sorted(
  manager: EntityManager,
  meter: MeterEntity,
  readings: readonly MeterReading[],
): Promise<ImportedBatch & { stored: MeterReading[] }> {
  const finalMs = readings.filter(({ atMs }) => isRefused(meter, atMs)).map(({ atMs }) => atMs);
  const open = finalMs.length === 0 ? [...readings] : readings.filter(({ atMs }) => !isRefused(meter, atMs));
  const [first, last] = [open[0], open.at(-1)];
  if (!first || !last) return { taken: [], finalMs, duplicates: 0, stored: [] };
  const stored = await readingsBetween(manager, meter.id, first.atMs, last.atMs + 1);
  const known = new Set(stored.filter(isUsable).map(({ atMs }) => atMs));
  const taken = known.size === 0 ? open : open.filter(({ atMs }) => !known.has(atMs));
  return { taken, finalMs, duplicates: open.length - taken.length, stored };
}
