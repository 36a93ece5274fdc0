import { Environment } from '@app/config';
import { inTransaction, MeterDayEntity, MeterEntity, MeterHourEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PlatformService } from '../platform/platform.service';
import { findMeters } from './areas.queries';
import { floorHour } from './hour-rows';
import { deleteImplausibleSteps } from './implausible-steps.queries';
import { HOUR_MS } from './meter-arithmetic';
import { lockMeter, newestState } from './reading-intake.service';
import { isInPrunedHours, prunedHours } from './pruned-hours';
import {
  deleteReadings,
  oldestReading,
  pruneReadings,
  readingBounds,
  readingsBetween,
  usableBefore,
  usableFrom,
} from './readings.queries';
import { RollupService } from './rollup.service';
import { hourBounds, hoursByMeter } from './rollups.queries';

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** How much of the readings is computed anew, or removed, in one transaction. */
const WINDOW_MS = 30 * DAY_MS;
/** A meter's interval may be this long. */
const LONGEST_INTERVAL_MS = 31 * DAY_MS;

interface Bounds {
  firstMs: number;
  lastMs: number;
}

/** What is done to meters in the background: sums computed anew, readings removed. Each step may be done twice. */
@Injectable()
export class MeterUpkeepService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: RollupService,
    private readonly platform: PlatformService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** Computes a meter's sums anew from the readings kept. Hours whose readings have been pruned stay as they are. */
  async rebuild(meterId: number, signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    const meter = await manager.findOneBy(MeterEntity, { id: meterId });
    const requestedAt = meter?.rebuildRequestedAt;
    if (!meter || !requestedAt) return;
    await this.forgetImplausible(meterId);
    const bounds = withFormerHours(await readingBounds(manager, meterId), await hourBounds(manager, meterId));
    for (const fromMs of steps(bounds, WINDOW_MS)) {
      signal.throwIfAborted();
      const toMs = fromMs + WINDOW_MS - 1;
      const isFinal = isInPrunedHours(meter, fromMs) && isInPrunedHours(meter, toMs);
      if (!isFinal) await this.rebuildWindow(meterId, fromMs, toMs);
    }
    // Asked for again meanwhile: then it stays due.
    await manager.update(
      MeterEntity,
      { id: meterId, rebuildRequestedAt: requestedAt },
      { rebuildRequestedAt: null },
    );
  }

  /** Cuts a meter's days by the platform's present time zone. */
  async rebuildDays(meterId: number): Promise<void> {
    const zone = await this.platform.timezone();
    await inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter || meter.daysZone === zone) return;
      await manager.delete(MeterDayEntity, { meterId });
      const bounds = await hourBounds(manager, meterId);
      for (const fromMs of steps(bounds, YEAR_MS)) {
        const toMs = fromMs + YEAR_MS;
        const rows = (await hoursByMeter(manager, [meterId], fromMs, toMs)).get(meterId) ?? [];
        await this.rollups.recomputeDays(manager, meterId, zone, { fromMs, toMs, rows });
      }
      await manager.update(MeterEntity, meterId, { daysZone: zone });
    });
  }

  /**
   * Removes a meter that no area has any more, with its sums and readings. The sums go first: if the meter comes back
   * in between, none is left that its remaining readings do not account for.
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

  /** @returns false if the meter stands in an area again */
  private removeSums(meterId: number): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter?.removedAt) return false;
      await manager.delete(MeterDayEntity, { meterId });
      await manager.delete(MeterHourEntity, { meterId });
      await manager.update(MeterEntity, meterId, { prunedFrom: null, prunedTo: null });
      await deleteImplausibleSteps(manager, meterId, null);
      return true;
    });
  }

  /** Removes the readings that have passed the retention. From then on the sums of their hours are final. */
  async prune(signal: AbortSignal): Promise<void> {
    const beforeMs = floorHour(this.clock.nowMs() - this.environment.READING_RETENTION_DAYS * DAY_MS);
    for (const { id } of await findMeters(this.dataSource.manager)) {
      do signal.throwIfAborted();
      while (await this.pruneStretch(id, beforeMs));
    }
  }

  /**
   * Removes a stretch of a meter's oldest readings. Two readings stay: the oldest, which ends the last step of older
   * history that is fetched later, and the newest that the hours after the pruned ones need.
   * @returns false if there is nothing more to remove
   */
  private pruneStretch(meterId: number, beforeMs: number): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      // While older history is still being fetched, its neighbours need these readings.
      if (!meter || meter.backfilledTo < meter.liveFrom) return false;
      const lengthMs = meter.kind === 'interval' ? meter.intervalSeconds * 1000 : 0;
      const neededFromMs = meter.stampedAt === 'start' ? beforeMs - lengthMs : beforeMs;
      const oldest = await usableFrom(manager, meterId, 0);
      const needed = await usableBefore(manager, meterId, neededFromMs + 1);
      const keep = [oldest, needed].flatMap((reading) => (reading ? [reading.atMs] : []));
      const firstMs = await oldestReading(manager, meterId, neededFromMs, keep);
      if (firstMs === undefined) return false;
      await pruneReadings(manager, meterId, Math.min(firstMs + WINDOW_MS, neededFromMs), keep);
      if (oldest && needed) {
        const coveredFromMs = meter.stampedAt === 'end' ? oldest.atMs - lengthMs : oldest.atMs;
        await manager.update(MeterEntity, meterId, extendPruned(meter, coveredFromMs, beforeMs));
      }
      return true;
    });
  }

  /** The windows of a rebuild record the implausible steps again. Those of pruned hours are final. */
  private async forgetImplausible(meterId: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (meter && meter.implausibleSteps > 0)
        await deleteImplausibleSteps(manager, meterId, prunedHours(meter));
    });
  }

  private async rebuildWindow(meterId: number, fromMs: number, toMs: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter) return;
      const readings = await readingsBetween(manager, meterId, fromMs, toMs + 1);
      const spans = await this.rollups.recompute(manager, meter, { fromMs, toMs, readings });
      // A meter that came back is read from its start: its remaining readings must not move the live reading on.
      const state = meter.lastReadingAt ? newestState(meter, readings, spans) : {};
      if (Object.keys(state).length > 0)
        await manager.update(MeterEntity, meterId, { lastPowerKw: null, lastPowerAt: null, ...state });
    });
  }

  /** @returns false if the meter stands in an area again */
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
 * The readings, and around them the hours that the former arithmetic reached: by a longer interval, or one stamped at
 * its other end.
 */
function withFormerHours(readings: Bounds | undefined, hours: Bounds | undefined): Bounds | undefined {
  if (!readings || !hours) return readings;
  const earliestMs = readings.firstMs - LONGEST_INTERVAL_MS;
  const latestMs = readings.lastMs + LONGEST_INTERVAL_MS;
  return {
    firstMs: Math.min(readings.firstMs, Math.max(hours.firstMs, earliestMs)),
    lastMs: Math.max(readings.lastMs, Math.min(hours.lastMs + HOUR_MS - 1, latestMs)),
  };
}

/** The pruned hours together with [coveredFromMs, beforeMs). */
function extendPruned(
  { prunedFrom, prunedTo }: MeterEntity,
  coveredFromMs: number,
  beforeMs: number,
): Pick<MeterEntity, 'prunedFrom' | 'prunedTo'> {
  const fromMs = Math.min(floorHour(coveredFromMs), prunedFrom?.getTime() ?? coveredFromMs);
  return {
    prunedFrom: prunedTo && !prunedFrom ? null : new Date(fromMs),
    prunedTo: new Date(Math.max(beforeMs, prunedTo?.getTime() ?? beforeMs)),
  };
}

/** Where each stretch of `lengthMs` begins, from the first instant to the last. */
function* steps(bounds: Bounds | undefined, lengthMs: number): Generator<number> {
  if (!bounds) return;
  for (let ms = bounds.firstMs; ms <= bounds.lastMs; ms += lengthMs) yield ms;
}
