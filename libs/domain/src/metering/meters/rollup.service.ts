import type { MeterEntity } from '@app/entities';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bucketsBetween } from '../arithmetic/calendar';
import { dayRowsOf } from '../arithmetic/day-rows';
import { ceilHour, floorHour, type HourRow, hourRowsOf } from '../arithmetic/hour-rows';
import { energyByLocalHour } from '../arithmetic/local-hours';
import { packDay } from '../arithmetic/packed-days';
import { replaceDays } from './days.queries';
import { replaceImplausibleSteps } from './implausible-steps.queries';
import { HOUR_MS, type MeterReading, type Span } from '../arithmetic/meter-arithmetic';
import { withoutPrunedHours } from '../arithmetic/pruned-hours';
import { contextOf } from '../arithmetic/reading-context';
import { measure } from '../arithmetic/reading-spans';
import { readingRange } from './reading-range.queries';
import { readingsAround, usableBefore, usableFrom } from './readings.queries';
import { hoursAround, replaceHours } from './rollups.queries';

/** Readings that the caller has already loaded: all readings of the meter in [fromMs, toMs]. */
export interface ReadingsAtHand {
  fromMs: number;
  toMs: number;
  readings: readonly MeterReading[];
}

/**
 * Keeps the sums of a meter consistent with its readings. All methods run in the caller's transaction, which must have
 * locked the meter's row: this serializes concurrent writers of one meter.
 */
@Injectable()
export class RollupService {
  private readonly logger = new Logger(RollupService.name);

  /**
   * Recomputes the hours and days that depend on readings with timestamps in [fromMs, toMs], except pruned hours.
   * @returns the computed spans, in order
   */
  async recompute(manager: EntityManager, meter: MeterEntity, atHand: ReadingsAtHand): Promise<Span[]> {
    const affected = await this.affectedHours(manager, meter, atHand);
    const spans: Span[] = [];
    for (const range of withoutPrunedHours(meter, affected)) {
      spans.push(...(await this.recomputeHours(manager, meter, range, atHand)));
    }
    return spans;
  }

  private async recomputeHours(
    manager: EntityManager,
    meter: MeterEntity,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    atHand: ReadingsAtHand,
  ): Promise<Span[]> {
    const readings = await this.readingsFor(manager, meter, { fromMs, toMs }, atHand);
    const { spans, implausibleMs } = measure(meter, readings);
    await this.keepImplausible(manager, meter, { fromMs, toMs }, implausibleMs);
    const hours = { fromMs, toMs, rows: hourRowsOf(spans, fromMs, toMs) };
    await replaceHours(manager, meter.id, hours);
    if (meter.daysZone) await this.recomputeDays(manager, meter.id, meter.daysZone, hours);
    return spans;
  }

  /** Records the steps that are not counted. Most meters have no power limit and therefore no such steps. */
  private async keepImplausible(
    manager: EntityManager,
    meter: MeterEntity,
    range: { fromMs: number; toMs: number },
    endsMs: readonly number[],
  ): Promise<void> {
    if (meter.maxPowerKw === null && meter.implausibleSteps === 0) return;
    const within = endsMs.filter((endMs) => endMs > range.fromMs && endMs <= range.toMs);
    const more = await replaceImplausibleSteps(manager, meter.id, range, within);
    const lastMs = within.at(-1);
    // During a rebuild nothing is logged, because the steps have been logged before.
    if (more <= 0 || lastMs === undefined || meter.rebuildRequestedAt) return;
    this.logger.warn(
      `Meter ${meter.pointCode}: ${more} more steps or samples are implausible (maxPowerKw is ${meter.maxPowerKw}) and are not counted. ` +
        `The last of them is at ${new Date(lastMs).toISOString()}.`,
    );
  }

  /**
   * Recomputes local days from their hours: the days that [fromMs, toMs) touches, and the day that ends at `fromMs`.
   * @param hours `rows` are all rows of the meter in the range. The range starts and ends at full hours
   */
  async recomputeDays(
    manager: EntityManager,
    meterId: number,
    zone: string,
    { fromMs, toMs, rows: within }: { fromMs: number; toMs: number; rows: readonly HourRow[] },
  ): Promise<void> {
    const days = bucketsBetween('day', fromMs - 1, toMs, zone);
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) return;
    const around = await hoursAround(manager, meterId, {
      startMs: floorHour(first.startMs),
      fromMs,
      toMs,
      endMs: floorHour(last.endMs) + HOUR_MS,
    });
    const hours = [
      ...around.filter(({ hourMs }) => hourMs < fromMs),
      ...within,
      ...around.filter(({ hourMs }) => hourMs >= toMs),
    ];
    const byHour = energyByLocalHour(days, hours, zone);
    const hoursByDay = new Map(days.map(({ startMs }, index) => [startMs, byHour[index] ?? null]));
    const rows = dayRowsOf(days, hours).map((day) => ({
      ...day,
      packed: packDay(day, hoursByDay.get(day.startMs) ?? null),
    }));
    await replaceDays(manager, meterId, { fromMs: first.startMs, toMs: last.endMs, rows });
  }

  /** The hours that the given readings may change; see `ReadingContext`. */
  private async affectedHours(
    manager: EntityManager,
    meter: MeterEntity,
    { fromMs, toMs }: ReadingsAtHand,
  ): Promise<{ fromMs: number; toMs: number }> {
    if (meter.kind === 'interval') {
      const lengthMs = meter.intervalSeconds * 1000;
      const [before, after] = meter.stampedAt === 'start' ? [0, lengthMs] : [lengthMs, 0];
      return { fromMs: floorHour(fromMs - before), toMs: ceilHour(toMs + after) };
    }
    const { before, after } = contextOf(meter);
    const previous = await usableBefore(manager, meter.id, fromMs, after);
    const next = await usableFrom(manager, meter.id, toMs + 1, before);
    return { fromMs: floorHour(previous.at(-1)?.atMs ?? fromMs), toMs: ceilHour(next.at(-1)?.atMs ?? toMs) };
  }

  /**
   * Returns the readings on which the energy of [fromMs, toMs) depends. Reads only readings that are not loaded yet.
   */
  private async readingsFor(
    manager: EntityManager,
    meter: MeterEntity,
    hours: { fromMs: number; toMs: number },
    atHand: ReadingsAtHand,
  ): Promise<MeterReading[]> {
    const { fromMs, toMs } = await readingRange(manager, meter, hours);
    const around = await readingsAround(manager, meter.id, {
      startMs: fromMs,
      fromMs: Math.min(atHand.fromMs, toMs),
      toMs: Math.max(atHand.toMs + 1, fromMs),
      endMs: toMs,
    });
    return [...around, ...atHand.readings.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)];
  }
}
