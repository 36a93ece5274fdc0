import { Injectable } from '@nestjs/common';
import { type Bucket, startOf, wholeDays } from '../arithmetic/calendar';
import { EnergySumsService, type SummedMeter } from '../meters/energy-sums.service';
import { PackedHourParts } from './packed-hour-parts';
import { cellsWithin, cutAtRates, type RateCell } from './rate-cells';
import type { RateSchedule } from './rate-schedule';
import { RatedEnergy, type RatedSums } from './rated-energy';

/** Meters and buckets to add up. */
export interface RatedQuery {
  meters: readonly SummedMeter[];
  /** In order of time, without gaps. The first and the last may be clipped. */
  buckets: readonly Bucket[];
  zone: string;
  /** `days` if every boundary between buckets is a local midnight. */
  grain: 'hours' | 'days';
}

/** Adds up the energy of meters by bucket and rate. */
@Injectable()
export class RatedSumsService {
  constructor(private readonly sums: EnergySumsService) {}

  async sum(query: RatedQuery, schedule: RateSchedule): Promise<RatedSums> {
    const { meters, buckets, zone, grain } = query;
    const range = { startMs: buckets[0]?.startMs ?? 0, endMs: buckets.at(-1)?.endMs ?? 0 };
    const [measured = null] = await this.sums.measuredParts(meters, [range]);
    const { cells, parts } = cutAtRates(buckets, measured ? schedule.spans(measured) : []);
    const isByHours = grain === 'days' && !cutsOnlyDays(cells, buckets, zone);
    const byMeter =
      (isByHours ? await this.byPackedHours(query, cells, parts.length) : null) ??
      (await this.byCells(query, cells, isByHours ? 'hours' : grain, parts.length));
    return { parts, bucketCount: buckets.length, byMeter: byMeter.byId };
  }

  private async byCells(
    query: RatedQuery,
    cells: readonly RateCell[],
    grain: 'hours' | 'days',
    partCount: number,
  ): Promise<EnergyByMeter> {
    const energies = new EnergyByMeter(partCount, query.buckets.length);
    await this.addCells(query, cells, grain, energies);
    return energies;
  }

  private async addCells(
    { meters, zone }: RatedQuery,
    cells: readonly RateCell[],
    grain: 'hours' | 'days',
    energies: EnergyByMeter,
  ): Promise<void> {
    if (cells.length === 0) return;
    for (const [id, sums] of await this.sums.byMeter(meters, cells, zone, grain)) {
      energies.of(id).addCells(cells, sums);
    }
  }

  /**
   * Reads whole local days as packed hours, and the partial days at both ends of the range from quarter hours.
   * @returns null if the days are stored for another zone, if a day is not packed, or if a rate changes within a local
   *   hour
   */
  private async byPackedHours(
    query: RatedQuery,
    cells: readonly RateCell[],
    partCount: number,
  ): Promise<EnergyByMeter | null> {
    const { meters, buckets, zone } = query;
    const range = { startMs: cells[0]?.startMs ?? 0, endMs: cells.at(-1)?.endMs ?? 0 };
    const days = wholeDays(range, zone);
    if (!days || meters.some(({ daysZone }) => daysZone !== zone)) return null;
    const energies = new EnergyByMeter(partCount, buckets.length);
    const hours = new PackedHourParts(cells, zone);
    let isComplete = true;
    const arePacked = await this.sums.eachMeterDays(meters, days, (packedDays, id) => {
      isComplete &&= hours.add(packedDays, energies.of(id));
    });
    if (!arePacked || !isComplete) return null;
    const head = { startMs: range.startMs, endMs: days.startMs };
    const tail = { startMs: days.endMs, endMs: range.endMs };
    for (const end of [head, tail]) await this.addCells(query, cellsWithin(cells, end), 'hours', energies);
    return energies;
  }
}

/** The energies of meters, created when they are first needed. */
class EnergyByMeter {
  readonly byId = new Map<number, RatedEnergy>();

  constructor(
    private readonly partCount: number,
    private readonly bucketCount: number,
  ) {}

  of(meterId: number): RatedEnergy {
    const energy = this.byId.get(meterId) ?? new RatedEnergy(this.partCount, this.bucketCount);
    this.byId.set(meterId, energy);
    return energy;
  }
}

/** True if the rate changes only at local midnights. The first cell may begin at any time. */
function cutsOnlyDays(cells: readonly RateCell[], buckets: readonly Bucket[], zone: string): boolean {
  return cells.every(
    ({ startMs, bucket }, index) =>
      index === 0 || startMs === buckets[bucket]?.startMs || startOf('day', startMs, zone) === startMs,
  );
}
