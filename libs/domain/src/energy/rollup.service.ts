import type { MeterEntity } from '@app/entities';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bucketsBetween } from './calendar';
import { dayRowsOf } from './day-rows';
import { ceilHour, floorHour, type HourRow, hourRowsOf } from './hour-rows';
import { replaceImplausibleSteps } from './implausible-steps.queries';
import { HOUR_MS, isUsable, type MeterReading, type Span } from './meter-arithmetic';
import { withoutPrunedHours } from './pruned-hours';
import { measure } from './reading-spans';
import { readingsAround, usableBefore, usableFrom } from './readings.queries';
import { hoursAround, replaceDays, replaceHours } from './rollups.queries';

/** Readings that are at hand, so that they need not be read back: all that the meter has in [fromMs, toMs]. */
export interface ReadingsAtHand {
  fromMs: number;
  toMs: number;
  readings: readonly MeterReading[];
}

/**
 * Keeps the sums of a meter true to its readings. Everything here runs in the caller's transaction, with the meter's
 * row locked: two writers of one meter take turns, so no sum is computed from half of what is known.
 */
@Injectable()
export class RollupService {
  private readonly logger = new Logger(RollupService.name);

  /**
   * Recomputes the hours and days that depend on readings with stamps in [fromMs, toMs], except pruned hours.
   * @returns the spans that were computed, in order
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

  /** Records the steps that are not counted; most meters have no limit and no such steps. */
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
    if (more <= 0 || lastMs === undefined) return;
    this.logger.warn(
      `Meter ${meter.pointCode}: ${more} more steps exceed maxPowerKw (${meter.maxPowerKw}) and are not counted. ` +
        `The last of them ends at ${new Date(lastMs).toISOString()}.`,
    );
  }

  /**
   * Recomputes from the hours the local days that [fromMs, toMs) touches, and the one that ends where it begins.
   * @param hours `rows` are all that the meter has there; the edges are those of hours
   */
  async recomputeDays(
    manager: EntityManager,
    meterId: number,
    zone: string,
    { fromMs, toMs, rows }: { fromMs: number; toMs: number; rows: readonly HourRow[] },
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
      ...rows,
      ...around.filter(({ hourMs }) => hourMs >= toMs),
    ];
    await replaceDays(manager, meterId, {
      fromMs: first.startMs,
      toMs: last.endMs,
      rows: dayRowsOf(days, hours),
    });
  }

  /** A register's or power meter's reading matters from the usable reading before it to the one after it. */
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
    const previous = await usableBefore(manager, meter.id, fromMs);
    const next = await usableFrom(manager, meter.id, toMs + 1);
    return { fromMs: floorHour(previous?.atMs ?? fromMs), toMs: ceilHour(next?.atMs ?? toMs) };
  }

  /** The readings that the energy of [fromMs, toMs) hangs on, read back only where they are not at hand. */
  private async readingsFor(
    manager: EntityManager,
    meter: MeterEntity,
    hours: { fromMs: number; toMs: number },
    atHand: ReadingsAtHand,
  ): Promise<MeterReading[]> {
    const { fromMs, toMs } = await this.readingRange(manager, meter, hours);
    const around = await readingsAround(manager, meter.id, {
      startMs: fromMs,
      fromMs: Math.min(atHand.fromMs, toMs),
      toMs: Math.max(atHand.toMs + 1, fromMs),
      endMs: toMs,
    });
    return [...around, ...atHand.readings.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)];
  }

  private async readingRange(
    manager: EntityManager,
    meter: MeterEntity,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<{ fromMs: number; toMs: number }> {
    if (meter.kind === 'interval') {
      const lengthMs = meter.intervalSeconds * 1000;
      return { fromMs: fromMs - lengthMs, toMs: toMs + lengthMs + 1 };
    }
    const previous = await usableBefore(manager, meter.id, fromMs + 1);
    const next = await usableFrom(manager, meter.id, toMs);
    return { fromMs: previous?.atMs ?? fromMs, toMs: (next?.atMs ?? toMs) + 1 };
  }
}

/** The newest usable reading, if any. */
export function newestUsable(
  readings: readonly MeterReading[],
): (MeterReading & { value: number }) | undefined {
  return readings.findLast(isUsable);
}
