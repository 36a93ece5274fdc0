import { chunksOf } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Bucket } from '../arithmetic/calendar';
import type { ComparedSpans } from '../arithmetic/compared-spans';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { EnergySumsService, type SummedMeter } from '../meters/energy-sums.service';
import {
  daysOfHours,
  fillFromDays,
  fillFromPieces,
  type HourEnergies,
  type HourPairs,
  hourPairs,
  keepCommonHours,
} from './common-hours';

/** Maximum numbers of hours of meters in memory, of hours in a statement, and of ranges in a statement. */
const HOURS_AT_ONCE = 2_000_000;
const ROWS_AT_ONCE = 50_000;
const RANGES_AT_ONCE = 500;

/** The hours of one period of one meter. */
interface MeterHours {
  energies: HourEnergies;
  /** The ranges of the hours that the stored days do not contain. */
  ranges: Bucket[];
}

interface MeterPair {
  id: number;
  now: MeterHours;
  before: MeterHours;
}

/**
 * Finds the hours of meters that two periods can be compared by. An hour of a meter counts if it was measured in both
 * periods, see `keepCommonHours`. All comparisons of periods use these hours, so a silent meter changes none of them.
 */
@Injectable()
export class CommonHoursService {
  constructor(private readonly sums: EnergySumsService) {}

  /** The hours of both periods for which any of the meters has stored data. */
  async pairs(meters: readonly SummedMeter[], spans: ComparedSpans): Promise<HourPairs> {
    const [current = null, previous = null] = await this.sums.measuredParts(meters, [
      spans.current,
      spans.previous,
    ]);
    return hourPairs(spans, { current, previous });
  }

  /**
   * Calls `visit` once per meter, with the energies of the hours that count in both periods.
   * @param zone the time zone whose stored days can be used
   */
  async eachMeter(
    meters: readonly SummedMeter[],
    pairs: HourPairs,
    zone: string,
    visit: (meterId: number, now: HourEnergies, before: HourEnergies) => void,
  ): Promise<void> {
    const count = pairs.now.length + pairs.before.length;
    if (pairs.now.length === 0 || pairs.before.length === 0) return;
    const days = { now: daysOfHours(pairs.now, zone), before: daysOfHours(pairs.before, zone) };
    for (const portion of chunksOf(meters, Math.max(1, Math.floor(HOURS_AT_ONCE / count)))) {
      const texts = await this.packedDays(portion, pairs, zone);
      const ofMeters = portion.map(({ id, daysZone }): MeterPair => {
        const text = texts && daysZone === zone ? (texts.get(id) ?? '') : null;
        return {
          id,
          now: meterHours(pairs.now, text, days.now),
          before: meterHours(pairs.before, text, days.before),
        };
      });
      for (const batch of batches(ofMeters)) await this.fillFromHours(batch, pairs);
      for (const { id, now, before } of ofMeters) {
        keepCommonHours(pairs, now.energies, before.energies);
        visit(id, now.energies, before.energies);
      }
    }
  }

  private packedDays(
    meters: readonly SummedMeter[],
    { now, before }: HourPairs,
    zone: string,
  ): Promise<Map<number, string> | null> {
    const withDays = meters.filter(({ daysZone }) => daysZone === zone);
    const firstMs = Math.min(now[0]?.startMs ?? 0, before[0]?.startMs ?? 0);
    const endMs = Math.max(now.at(-1)?.endMs ?? 0, before.at(-1)?.endMs ?? 0);
    // A local day that contains the first hour began at most 25 hours earlier.
    return this.sums.packedDays(withDays, { startMs: firstMs - 25 * HOUR_MS, endMs });
  }

  private async fillFromHours(batch: readonly MeterPair[], pairs: HourPairs): Promise<void> {
    const ranges = batch.flatMap(({ id: meterId, now, before }) =>
      [...now.ranges, ...before.ranges].map((range) => ({ meterId, ...range })),
    );
    if (ranges.length === 0) return;
    const quarters = await this.sums.quartersWithin(ranges);
    for (const { id, now, before } of batch) {
      const pieces = quarters.get(id) ?? [];
      fillFromPieces(now.energies, pairs.now, now.ranges, pieces);
      fillFromPieces(before.energies, pairs.before, before.ranges, pieces);
    }
  }
}

/** @param packedDays null if the days cannot be used, so that all hours are read */
function meterHours(
  hours: readonly Bucket[],
  packedDays: string | null,
  days: ReadonlyMap<number, number> | null,
): MeterHours {
  const energies = new Float64Array(hours.length).fill(Number.NaN);
  const whole = { startMs: hours[0]?.startMs ?? 0, endMs: hours.at(-1)?.endMs ?? 0 };
  const ranges = packedDays !== null && days ? fillFromDays(energies, hours, packedDays, days) : [whole];
  return { energies, ranges: joined(ranges) };
}

/** Joins ranges that follow each other. */
function joined(ranges: readonly Bucket[]): Bucket[] {
  const result: Bucket[] = [];
  for (const { startMs, endMs } of ranges) {
    const last = result.at(-1);
    if (last?.endMs === startMs) last.endMs = endMs;
    else result.push({ startMs, endMs });
  }
  return result;
}

/** Groups meters so that the rows of their ranges fit into memory. */
function* batches(meters: readonly MeterPair[]): Generator<MeterPair[]> {
  let batch: MeterPair[] = [];
  let [rows, count] = [0, 0];
  for (const meter of meters) {
    const ranges = [...meter.now.ranges, ...meter.before.ranges];
    rows += ranges.reduce((sum, { startMs, endMs }) => sum + 1 + (endMs - startMs) / HOUR_MS, 0);
    count += ranges.length;
    batch.push(meter);
    if (rows < ROWS_AT_ONCE && count < RANGES_AT_ONCE) continue;
    yield batch;
    batch = [];
    [rows, count] = [0, 0];
  }
  if (batch.length > 0) yield batch;
}
