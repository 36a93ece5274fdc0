import { Environment } from '@app/config';
import { inTransaction, MeterDayEntity, MeterEntity, MeterHourEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { findParts, formulasWith } from './formulas.queries';
import { findMeters } from './meters.queries';
import { ceilHour, floorHour } from '../arithmetic/hour-rows';
import { deleteImplausibleSteps, foldImplausibleSteps } from './implausible-steps.queries';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { lockMeter, newestState } from './reading-intake.service';
import { extendPruned, isRefused, prunedHours } from '../arithmetic/pruned-hours';
import { findPrunable } from './prunable-readings.queries';
import {
  deleteReadings,
  deleteGatewayReadings,
  deleteUnusable,
  readingBounds,
  readingsBetween,
} from './readings.queries';
import { RollupService } from './rollup.service';
import { hourBounds, hoursOf, storedHours } from './rollups.queries';

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** Length of the period of readings that one transaction recomputes or deletes. */
const WINDOW_MS = 30 * DAY_MS;

interface Bounds {
  firstMs: number;
  lastMs: number;
}

/** Does background work on meters: recomputes sums and deletes readings. Each step is idempotent. */
@Injectable()
export class MeterUpkeepService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: RollupService,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** Recomputes a meter's sums from the stored readings. Hours whose readings have been pruned stay unchanged. */
  async rebuild(meterId: number, signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    const meter = await manager.findOneBy(MeterEntity, { id: meterId });
    const requestedAt = meter?.rebuildRequestedAt;
    if (!meter || !requestedAt) return;
    await this.forgetImplausible(meterId);
    const bounds = union(await this.sourceBounds(meter), await hourBounds(manager, meterId));
    for (const fromMs of steps(bounds, WINDOW_MS)) {
      signal.throwIfAborted();
      const toMs = fromMs + WINDOW_MS - 1;
      if (!isRefused(meter, fromMs) || !isRefused(meter, toMs)) await this.rebuildWindow(meter, fromMs, toMs);
    }
    // If the work was requested again in the meantime, it stays due.
    await manager.update(
      MeterEntity,
      { id: meterId, rebuildRequestedAt: requestedAt },
      { rebuildRequestedAt: null },
    );
  }

  /** The period of the readings of a meter, or of the sums of the parts of a formula. */
  private async sourceBounds({ id, kind }: MeterEntity): Promise<Bounds | undefined> {
    const { manager } = this.dataSource;
    if (kind !== 'formula') return readingBounds(manager, id);
    const parts = (await findParts(manager, [id])).get(id) ?? [];
    const hours = await storedHours(
      manager,
      parts.map(({ partId }) => partId),
    );
    return hours ? { firstMs: hours.startMs, lastMs: hours.endMs - 1 } : undefined;
  }

  /** Rebuilds a meter's days in the platform's current time zone. */
  async rebuildDays(meterId: number): Promise<void> {
    const zone = await this.configuration.timezone();
    await inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter || meter.daysZone === zone) return;
      await manager.delete(MeterDayEntity, { meterId });
      const bounds = await hourBounds(manager, meterId);
      for (const fromMs of steps(bounds, YEAR_MS)) {
        const toMs = fromMs + YEAR_MS;
        const rows = await hoursOf(manager, meterId, fromMs, toMs);
        await this.rollups.recomputeDays(manager, meterId, zone, { fromMs, toMs, rows });
      }
      await manager.update(MeterEntity, meterId, { daysZone: zone });
    });
  }

  /**
   * Deletes a meter without an area, with its sums and readings. The sums are deleted first: if the meter is added
   * again in the meantime, it has no sums without readings.
   */
  async remove(meterId: number, signal: AbortSignal): Promise<void> {
    if (!(await this.removeSums(meterId))) return;
    const bounds = await readingBounds(this.dataSource.manager, meterId);
    for (const fromMs of steps(bounds, WINDOW_MS)) {
      signal.throwIfAborted();
      if (!(await this.removeBefore(meterId, fromMs + WINDOW_MS))) return;
    }
    await inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter?.removedAt) return;
      await deleteReadings(manager, meterId);
      await manager.delete(MeterEntity, meterId);
    });
  }

  /** @returns false if the meter has an area again */
  private removeSums(meterId: number): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter?.removedAt) return false;
      await manager.delete(MeterDayEntity, { meterId });
      await manager.delete(MeterHourEntity, { meterId });
      await manager.update(MeterEntity, meterId, {
        prunedFrom: null,
        prunedTo: null,
        keptFrom: null,
        implausibleFolded: 0,
      });
      await deleteImplausibleSteps(manager, meterId, null);
      return true;
    });
  }

  /** Deletes the readings whose retention period is over. From then on, the sums of their hours are final. */
  async prune(signal: AbortSignal): Promise<void> {
    const beforeMs = floorHour(this.clock.nowMs() - this.environment.READING_RETENTION_DAYS * DAY_MS);
    for (const { id } of await findMeters(this.dataSource.manager)) {
      do signal.throwIfAborted();
      while (await this.pruneStretch(id, beforeMs));
    }
  }

  /**
   * Deletes some of a meter's oldest readings.
   * @returns false if there is nothing left to delete
   */
  private pruneStretch(meterId: number, beforeMs: number): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      // Nothing is deleted while older history is still being fetched, because the energy of the hours next to that
      // history depends on the oldest readings.
      if (!meter || meter.backfilledTo < meter.liveFrom) return false;
      await deleteUnusable(manager, meterId, beforeMs);
      const prunable = await findPrunable(manager, meter, beforeMs);
      if (!prunable) return false;
      const { firstMs, lastMs, hours, keptFromMs } = prunable;
      await deleteGatewayReadings(manager, meterId, firstMs, Math.min(firstMs + WINDOW_MS, lastMs + 1));
      const extended = extendPruned(meter, hours, keptFromMs);
      await manager.update(MeterEntity, meterId, extended);
      await foldImplausibleSteps(manager, meterId, extended.prunedTo.getTime());
      return true;
    });
  }

  /**
   * Deletes the implausible steps, because a rebuild records them again. Steps in pruned hours are final and are kept.
   */
  private async forgetImplausible(meterId: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (meter && meter.implausibleSteps > 0)
        await deleteImplausibleSteps(manager, meterId, prunedHours(meter));
    });
  }

  private async rebuildWindow(
    { id: meterId, kind }: MeterEntity,
    fromMs: number,
    toMs: number,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      if (kind === 'formula') {
        const ids = [meterId, ...(await formulasWith(manager, meterId))];
        const hours = { fromMs: floorHour(fromMs), toMs: ceilHour(toMs) };
        return this.rollups.recomputeFormulas(manager, ids, hours);
      }
      const meter = await lockMeter(manager, meterId);
      if (!meter) return;
      const readings = await readingsBetween(manager, meterId, fromMs, toMs + 1);
      const recomputed = await this.rollups.recompute(manager, meter, { fromMs, toMs, readings });
      // If the meter was added again, it has no `lastReadingAt` and is read from its start. Its remaining readings must
      // not set `lastReadingAt`, because live polling would then continue after them.
      const state = meter.lastReadingAt ? newestState(meter, readings, recomputed) : {};
      if (Object.keys(state).length > 0)
        await manager.update(MeterEntity, meterId, { lastPowerKw: null, lastPowerAt: null, ...state });
    });
  }

  /** @returns false if the meter has an area again */
  private removeBefore(meterId: number, beforeMs: number): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter?.removedAt) return false;
      await deleteReadings(manager, meterId, beforeMs);
      return true;
    });
  }
}

/**
 * Returns the period that contains the readings and the stored hours. Some stored hours may lie outside the period of
 * the readings: hours that a reading affected only with the old settings, and hours of an import that was undone.
 */
function union(readings: Bounds | undefined, hours: Bounds | undefined): Bounds | undefined {
  if (!readings || !hours) return readings ?? hours;
  return {
    firstMs: Math.min(readings.firstMs, hours.firstMs),
    lastMs: Math.max(readings.lastMs, hours.lastMs + HOUR_MS - 1),
  };
}

/** The starts of consecutive windows of `lengthMs`, from the first instant to the last. */
function* steps(bounds: Bounds | undefined, lengthMs: number): Generator<number> {
  if (!bounds) return;
  for (let ms = bounds.firstMs; ms <= bounds.lastMs; ms += lengthMs) yield ms;
}
