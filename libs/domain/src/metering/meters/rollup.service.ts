import type { MeterEntity } from '@app/entities';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bucketsBetween } from '../arithmetic/calendar';
import { dayRowsOf } from '../arithmetic/day-rows';
import { ceilHour, floorHour, type HourRow, hourRowsOf } from '../arithmetic/hour-rows';
import { energyByLocalHour } from '../arithmetic/local-hours';
import { packDay } from '../arithmetic/packed-days';
import { formulaHours, inOrderOfParts } from '../arithmetic/formulas';
import { replaceDays } from './days.queries';
import { formulasWith, lockFormulas, type StoredFormula } from './formulas.queries';
import { replaceImplausibleSteps } from './implausible-steps.queries';
import { HOUR_MS, type MeterReading, type Span } from '../arithmetic/meter-arithmetic';
import { withoutPrunedHours } from '../arithmetic/pruned-hours';
import { contextOf } from '../arithmetic/reading-context';
import { measure } from '../arithmetic/reading-spans';
import { readingRange } from './reading-range.queries';
import { hasCorrections } from './reading-corrections.queries';
import {
  readingsAround,
  readingsBetween,
  type ReadingSource,
  usableBefore,
  usableFrom,
} from './readings.queries';
import { hoursAround, hoursByMeter, replaceHours } from './rollups.queries';

/** Maximum number of rows of parts in memory while the sums of a formula are computed. */
const ROWS_AT_ONCE = 50_000;

/** The half-open range [fromMs, toMs) of whole hours. */
interface HourRange {
  fromMs: number;
  toMs: number;
}

/** The readings of a meter with timestamps in [fromMs, toMs]. */
export interface ReadingsAtHand {
  fromMs: number;
  toMs: number;
  /** All stored readings, if the caller has already loaded them. */
  readings?: readonly MeterReading[];
}

/** The same readings as the sums use them: with corrections, if the meter has any. */
interface CountedReadings extends Required<ReadingsAtHand> {
  source: ReadingSource;
}

/** The result of a recomputation. */
export interface Recomputed {
  /** In order of time. */
  spans: Span[];
  /** The given readings after corrections. */
  readings: readonly MeterReading[];
}

/**
 * Keeps the sums of a meter consistent with its readings, and the sums of formulas with the sums of their parts. All
 * methods run in the caller's transaction, which must have locked the meter's row: this serializes concurrent writers
 * of one meter.
 */
@Injectable()
export class RollupService {
  private readonly logger = new Logger(RollupService.name);

  /**
   * Recomputes the hours and days that depend on readings with timestamps in [fromMs, toMs], except pruned hours.
   */
  async recompute(manager: EntityManager, meter: MeterEntity, atHand: ReadingsAtHand): Promise<Recomputed> {
    const counted = await this.correct(manager, meter, atHand);
    const affected = await this.affectedHours(manager, meter, counted);
    const spans: Span[] = [];
    for (const range of withoutPrunedHours(meter, affected)) {
      spans.push(...(await this.recomputeHours(manager, meter, range, counted)));
    }
    return { spans, readings: counted.readings };
  }

  /** Most meters have no corrections, so the readings are rarely read again. */
  private async correct(
    manager: EntityManager,
    { id }: MeterEntity,
    { fromMs, toMs, readings: stored }: ReadingsAtHand,
  ): Promise<CountedReadings> {
    const source = (await hasCorrections(manager, id)) ? 'corrected' : 'stored';
    const isKnown = stored !== undefined && source === 'stored';
    const readings = isKnown ? stored : await readingsBetween(manager, id, fromMs, toMs + 1, source);
    return { fromMs, toMs, readings, source };
  }

  private async recomputeHours(
    manager: EntityManager,
    meter: MeterEntity,
    { fromMs, toMs }: HourRange,
    atHand: CountedReadings,
  ): Promise<Span[]> {
    const readings = await this.readingsFor(manager, meter, { fromMs, toMs }, atHand);
    const { spans, implausibleMs } = measure(meter, readings);
    await this.keepImplausible(manager, meter, { fromMs, toMs }, implausibleMs);
    await this.replace(manager, meter, { fromMs, toMs, rows: hourRowsOf(spans, fromMs, toMs) });
    await this.recomputeFormulas(manager, await formulasWith(manager, meter.id), { fromMs, toMs });
    return spans;
  }

  /**
   * Recomputes hours of formulas from the sums of their parts, and so the days. A formula that contains another one must
   * be in the list, too. The locks of the formulas serialize the writers of their parts: the last of them reads the sums
   * that the others have committed.
   */
  async recomputeFormulas(manager: EntityManager, ids: readonly number[], range: HourRange): Promise<void> {
    if (ids.length === 0) return;
    const formulas = await lockFormulas(manager, ids);
    const partsOf = new Map(
      Array.from(formulas, ([id, { parts }]) => [id, parts.map(({ partId }) => partId)]),
    );
    for (const id of inOrderOfParts(partsOf)) {
      const formula = formulas.get(id);
      if (formula) await this.recomputeFormula(manager, formula, range);
    }
  }

  private async recomputeFormula(
    manager: EntityManager,
    { meter, parts }: StoredFormula,
    range: HourRange,
  ): Promise<void> {
    const partIds = parts.map(({ partId }) => partId);
    const windowMs = Math.max(1, Math.floor(ROWS_AT_ONCE / parts.length)) * HOUR_MS;
    for (let { fromMs } = range; fromMs < range.toMs; fromMs += windowMs) {
      const toMs = Math.min(fromMs + windowMs, range.toMs);
      const hours = await hoursByMeter(manager, partIds, fromMs, toMs);
      const rows = formulaHours(
        parts.map(({ partId, factor }) => ({ factor, hours: hours.get(partId) ?? [] })),
      );
      await this.replace(manager, meter, { fromMs, toMs, rows });
    }
  }

  /** Replaces the hours of a range, and recomputes the days that depend on them. */
  private async replace(
    manager: EntityManager,
    { id, daysZone }: MeterEntity,
    hours: HourRange & { rows: readonly HourRow[] },
  ): Promise<void> {
    await replaceHours(manager, id, hours);
    if (daysZone) await this.recomputeDays(manager, id, daysZone, hours);
  }

  /** Records the steps that are not counted. Most meters have no power limit and therefore no such steps. */
  private async keepImplausible(
    manager: EntityManager,
    meter: MeterEntity,
    range: HourRange,
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
    { fromMs, toMs, rows: within }: HourRange & { rows: readonly HourRow[] },
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
    { fromMs, toMs, source }: CountedReadings,
  ): Promise<HourRange> {
    if (meter.kind === 'interval') {
      const lengthMs = meter.intervalSeconds * 1000;
      const [before, after] = meter.stampedAt === 'start' ? [0, lengthMs] : [lengthMs, 0];
      return { fromMs: floorHour(fromMs - before), toMs: ceilHour(toMs + after) };
    }
    const { before, after } = contextOf(meter);
    const previous = await usableBefore(manager, meter.id, fromMs, after, source);
    const next = await usableFrom(manager, meter.id, toMs + 1, before, source);
    return { fromMs: floorHour(previous.at(-1)?.atMs ?? fromMs), toMs: ceilHour(next.at(-1)?.atMs ?? toMs) };
  }

  /**
   * Returns the readings on which the energy of [fromMs, toMs) depends. Reads only readings that are not loaded yet.
   */
  private async readingsFor(
    manager: EntityManager,
    meter: MeterEntity,
    hours: HourRange,
    atHand: CountedReadings,
  ): Promise<MeterReading[]> {
    const { fromMs, toMs } = await readingRange(manager, meter, hours, atHand.source);
    const others = {
      startMs: fromMs,
      fromMs: Math.min(atHand.fromMs, toMs),
      toMs: Math.max(atHand.toMs + 1, fromMs),
      endMs: toMs,
    };
    const around = await readingsAround(manager, meter.id, others, atHand.source);
    return [...around, ...atHand.readings.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)];
  }
}
