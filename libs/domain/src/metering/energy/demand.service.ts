import type { EnergyType, MeterEntity } from '@app/entities';
import { DomainError, inTurns, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { energyMeters } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { energyUntil } from '../arithmetic/apportion';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { partFactors, type Weights, weightsOf } from '../arithmetic/formulas';
import { HistoryWindow } from '../arithmetic/history-window';
import type { HourLines } from '../arithmetic/hour-lines';
import { floorHour } from '../arithmetic/hour-rows';
import { HOUR_MS, QUARTER_MS, type Span } from '../arithmetic/meter-arithmetic';
import { QuarterEnergy } from '../arithmetic/quarter-energy';
import { withoutPrunedHours } from '../arithmetic/pruned-hours';
import { spansOfReadings } from '../arithmetic/reading-spans';
import { EnergySumsService } from '../meters/energy-sums.service';
import { ReadingEvidenceService } from '../meters/reading-evidence.service';
import { clipBuckets } from './area-figures';
import { Demand, type DemandPeak, type DemandPoint } from './demand';
import { type EnergyScope, EnergyScopeService } from './energy-scope.service';
import { NO_POWER_FACTOR, type PowerFactor, powerFactor } from './power-factor';
import { ReactiveEnergyService } from './reactive-energy.service';

export const DEMAND_INTERVALS = ['day', 'month', 'year'] as const;
export type DemandInterval = (typeof DEMAND_INTERVALS)[number];
/** Each of them divides an hour into whole windows. */
export const WINDOW_MINUTES = [10, 15, 30, 60] as const;

export interface DemandQuery {
  areaId: number;
  energyType?: EnergyType;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  /** `range` makes the whole range a single bucket. */
  interval: DemandInterval | 'range';
  /** IANA name of the time zone of the buckets. Default: the platform's. */
  timezone?: string;
  windowMinutes?: number;
  sliding?: boolean;
}

/** The windows of a demand. */
export interface DemandWindows {
  windowMinutes: number;
  sliding: boolean;
}

const MINUTE_MS = 60_000;
/** So many readings take some seconds. A meter that is read every minute has 44,640 of them in a month. */
const MOST_READINGS = 200_000;
/** Every meter needs some statements for each part of the range. */
const MOST_METERS = 100;
/** Maximum number of readings in memory. */
const MOST_AT_ONCE = 50_000;

const ALL_TIME = { fromMs: -Infinity, toMs: Infinity };

interface WeightedMeters extends Weights {
  meters: readonly MeterEntity[];
}

interface FoundSpans {
  spansOf: Span[][];
  /** The number of readings that were read. */
  readings: number;
}

/**
 * Computes the highest demand of areas. Fixed windows of whole quarters of an hour are added up from the stored sums of
 * the meters. All other windows need the stored readings, after corrections.
 */
@Injectable()
export class DemandService {
  constructor(
    private readonly areas: AreasService,
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
    private readonly evidence: ReadingEvidenceService,
    private readonly reactive: ReactiveEnergyService,
  ) {}

  /**
   * @throws DomainError invalid for a range that is empty or too long, or for too many meters or readings; not_found for
   *   an unknown area
   */
  async demand({
    interval,
    windowMinutes = 15,
    sliding = false,
    ...query
  }: DemandQuery): Promise<(DemandPoint & PowerFactor)[]> {
    const scope = await this.scopes.scope({ ...query, interval: 'hour' });
    const range = rangeOf(scope);
    const buckets =
      interval === 'range' ? [range] : bucketsBetween(interval, range.startMs, range.endMs, scope.zone);
    // Only electricity has a power factor.
    const isElectric = scope.energyType === 'electricity';
    const reactive = isElectric ? await this.reactive.of(query.areaId, range) : undefined;
    const lines = reactive && (await this.sums.summedHours(scope.meters, withNextHour(range)));
    const demand = await this.measured(
      query.areaId,
      { ...scope, buckets, hours: scope.buckets },
      range,
      { windowMinutes, sliding },
      lines?.again(),
    );
    const active = lines && new QuarterEnergy(range, lines, scope.meters.length);
    const clipped = clipBuckets(buckets, range.startMs, range.endMs);
    return demand.points().map((point, index) => {
      const bucket = clipped[index];
      const isKnown = bucket && active && reactive;
      return { ...point, ...(isKnown ? powerFactor(bucket, active, reactive) : NO_POWER_FACTOR) };
    });
  }

  /**
   * Returns the highest demand in each bucket of the scope, before it is rounded.
   * @param lines the summed hours of the scope's meters, with one hour more than the range
   * @throws DomainError invalid for too many meters or readings
   */
  async peaks(
    areaId: number,
    scope: EnergyScope,
    windows: DemandWindows,
    lines: HourLines,
  ): Promise<DemandPeak[]> {
    const range = rangeOf(scope);
    const hours = bucketsBetween('hour', range.startMs, range.endMs, scope.zone);
    return (await this.measured(areaId, { ...scope, hours }, range, windows, lines)).peaks();
  }

  private async measured(
    areaId: number,
    { buckets, hours, meters, energyType }: EnergyScope & { hours: readonly Bucket[] },
    range: Bucket,
    { windowMinutes, sliding }: DemandWindows,
    lines?: HourLines,
  ): Promise<Demand> {
    const windowMs = windowMinutes * MINUTE_MS;
    const clipped = clipBuckets(buckets, range.startMs, range.endMs);
    const demand = new Demand({ buckets, clipped, hours, windowMs, sliding });
    if (!sliding && windowMs % QUARTER_MS === 0) {
      demand.addHours(lines ?? (await this.sums.summedHours(meters, withNextHour(range))), meters.length);
    } else await this.addAll(demand, range, windowMs, await this.metersOf(areaId, energyType));
    return demand;
  }

  /** Returns the meters whose readings determine the energy of an area, with their factors. */
  private async metersOf(areaId: number, energyType: EnergyType): Promise<WeightedMeters> {
    const site = await this.areas.site();
    const meterById = new Map([...site.metersByArea.values()].flat().map((meter) => [meter.id, meter]));
    const formulas = Array.from(meterById, ([id, { formula }]) => [id, formula] as const);
    const factors = partFactors(
      energyMeters(site, energyType, areaId).map(({ id }) => id),
      new Map(formulas.flatMap(([id, formula]) => (formula ? [[id, formula]] : []))),
    );
    const meters = [...factors.keys()].flatMap((id) => meterById.get(id) ?? []);
    if (meters.length > MOST_METERS) {
      throw DomainError.invalid(
        `The area has more than ${MOST_METERS} meters, parts of formulas included. Choose a smaller area.`,
        [{ path: 'areaId', ...say('too_many_meters', { most: MOST_METERS }) }],
      );
    }
    return { meters, ...weightsOf([...factors.values()]) };
  }

  private async addAll(
    demand: Demand,
    range: Bucket,
    windowMs: number,
    { meters, ...weights }: WeightedMeters,
  ): Promise<void> {
    if (meters.length === 0) return;
    const ids = meters.map(({ id }) => id);
    if (await this.evidence.hasMore(ids, range, MOST_READINGS)) throw tooManyReadings();
    const history = new HistoryWindow();
    for (let { startMs } = range; startMs < range.endMs;) {
      const endMs = history.endOf(startMs, range.endMs);
      const found = await this.spansOf(meters, { startMs, endMs: endMs + windowMs });
      if (!found && history.narrow()) continue;
      if (!found) throw tooManyReadings();
      await inTurns(demand.add({ startMs, endMs }, found.spansOf, weights));
      history.held(found.readings);
      startMs = endMs;
    }
  }

  /** @returns the spans of each meter; null if there are too many readings */
  private async spansOf(meters: readonly MeterEntity[], period: Bucket): Promise<FoundSpans | null> {
    const found: FoundSpans = { spansOf: [], readings: 0 };
    for (const meter of meters) {
      const spans: Span[] = [];
      for (const { fromMs, toMs } of withoutPrunedHours(meter, ALL_TIME)) {
        const part = {
          startMs: Math.max(period.startMs, fromMs),
          endMs: Math.min(period.endMs, toMs),
        };
        if (part.startMs >= part.endMs) continue;
        const readings = await this.evidence.of(meter, part, MOST_AT_ONCE - found.readings);
        if (readings === 'too many') return null;
        if (readings === 'purged') continue;
        found.readings += readings.length;
        for (const span of spansOfReadings(meter, readings)) spans.push(...spanWithin(span, fromMs, toMs));
      }
      found.spansOf.push(spans);
    }
    return found;
  }
}

const rangeOf = ({ clipped }: Pick<EnergyScope, 'clipped'>): Bucket => ({
  startMs: clipped[0]?.startMs ?? 0,
  endMs: clipped.at(-1)?.endMs ?? 0,
});

/** The hour after the range shows whether the energy at the end of the last window is an estimate. */
const withNextHour = ({ startMs, endMs }: Bucket): Bucket => ({
  startMs: floorHour(startMs),
  endMs: endMs + HOUR_MS,
});

/** The part of a span in [fromMs, toMs), if there is one. */
function spanWithin(span: Span, fromMs: number, toMs: number): Span[] {
  const [startMs, endMs] = [Math.max(span.startMs, fromMs), Math.min(span.endMs, toMs)];
  if (startMs >= endMs) return [];
  return [{ ...span, startMs, endMs, energyMwh: energyUntil(span, endMs) - energyUntil(span, startMs) }];
}

function tooManyReadings(): DomainError {
  return DomainError.invalid(
    `The demand depends on more than ${MOST_READINGS} readings. Request a shorter range or a smaller area.`,
    [{ path: 'to', ...say('figure_too_large', { most: MOST_READINGS }) }],
  );
}
