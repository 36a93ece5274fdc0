import type { MeterEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clipBuckets } from './area-figures';
import type { Bucket } from './calendar';
import { EnergySumsService } from './energy-sums.service';
import { hourRuns } from './hour-runs';
import { type HourTotals, hourTotals, storedHours } from './hour-totals.queries';
import { type HourlyFigures, hourlyFigures } from './hourly-figures';
import { HOUR_MS } from './meter-arithmetic';

/** Longer than a local hour can be. */
const MARGIN_MS = 2 * HOUR_MS;

/** Adds up the hourly energies of meters over a range of any length. */
@Injectable()
export class HourlyFiguresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sums: EnergySumsService,
  ) {}

  /** @param zone by which hours are cut */
  async figures(meters: readonly MeterEntity[], range: Bucket, zone: string): Promise<HourlyFigures> {
    const measured = await this.measuredPart(meters, range);
    if (!measured) return hourlyFigures([], []);
    const { runs, others } = hourRuns(measured, zone);
    const isWhole = ({ startMs, endMs }: Bucket) => startMs >= range.startMs && endMs <= range.endMs;
    const ids = meters.map(({ id }) => id);
    const single = (hour: Bucket) => this.singleHour(meters, hour, range, zone);
    const [whole, clipped] = await Promise.all([
      Promise.all([
        ...runs.map((run) => hourTotals(this.dataSource.manager, ids, run)),
        ...others.filter(isWhole).map(single),
      ]),
      Promise.all(others.filter((hour) => !isWhole(hour)).map(single)),
    ]);
    return hourlyFigures(
      whole.filter((totals) => totals !== null),
      clipped.filter((totals) => totals !== null),
    );
  }

  /** The part of the range in which something is stored: a range may have centuries of nothing. */
  private async measuredPart(meters: readonly MeterEntity[], range: Bucket): Promise<Bucket | null> {
    if (meters.length === 0) return null;
    const stored = await storedHours(
      this.dataSource.manager,
      meters.map(({ id }) => id),
    );
    if (!stored) return null;
    // With the margin, the hours that are clipped here hold nothing.
    const startMs = Math.max(range.startMs, stored.startMs - MARGIN_MS);
    const endMs = Math.min(range.endMs, stored.endMs + MARGIN_MS);
    return startMs < endMs ? { startMs, endMs } : null;
  }

  /** The energy of one local hour within the range, by exact arithmetic over the quarters of each meter. */
  private async singleHour(
    meters: readonly MeterEntity[],
    hour: Bucket,
    range: Bucket,
    zone: string,
  ): Promise<HourTotals | null> {
    const clipped = clipBuckets([hour], range.startMs, range.endMs);
    const sums = await this.sums.byMeter(meters, clipped, zone, 'hours');
    const energies = [...sums.values()].flatMap(([sum]) => sum?.energyMwh ?? []);
    if (energies.length === 0) return null;
    const totalMwh = energies.reduce((total, energy) => total + energy, 0);
    return { hours: 1, totalMwh, peakMwh: totalMwh, peakMs: hour.startMs };
  }
}
