import type { ExportJobEntity } from '@app/entities';
import type { CsvCell } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { localTimesFrom } from '../../metering/arithmetic/local-times';
import {
  type EnergySeriesQuery,
  type EnergySeriesRow,
  EnergySeriesService,
} from '../../metering/energy/energy-series.service';
import type { EnergyExportFilters } from './export-filters';
import { type ExportPage, type ExportSource, shareBefore } from './export-source';

/** Exports the energy of areas, with the figures of `GET /energy/details`. */
@Injectable()
export class EnergyExport implements ExportSource {
  readonly columns = [
    'timestamp_utc',
    'local_time',
    'area_id',
    'area_name',
    'energy_type',
    'energy_kwh',
    'volume_m3',
    'coverage',
    'estimated',
  ] as const;

  constructor(private readonly series: EnergySeriesService) {}

  /** The number of rows at least. @throws DomainError not_found for an unknown area */
  fewestRows(job: ExportRange): Promise<number> {
    return this.series.fewestRows(queryOf(job));
  }

  async *read(job: ExportJobEntity): AsyncGenerator<ExportPage, void, void> {
    // The first bucket may begin before the range.
    const localTime = localTimesFrom(job.fromAt.getTime() - LONGEST_BUCKET_MS, job.timezone);
    const writtenTimes = new WrittenTimes(localTime);
    for await (const page of this.series.read(queryOf(job))) {
      const rows = page.map((row) => cellsOf(row, writtenTimes));
      yield { rows, progress: shareBefore(job, page.at(-1)?.startMs ?? 0) };
    }
  }
}

type ExportRange = Pick<ExportJobEntity, 'filters' | 'fromAt' | 'toAt' | 'timezone'>;

const LONGEST_BUCKET_MS = 32 * 24 * 3_600_000;

function queryOf({ filters, fromAt, toAt, timezone }: ExportRange): EnergySeriesQuery {
  const { interval = 'hour', ...selected } = filters as EnergyExportFilters;
  return { ...selected, interval, from: fromAt, to: toAt, zone: timezone };
}

/** Writes each instant once, because many rows have the same one. */
class WrittenTimes {
  private atMs = Number.NaN;
  utc = '';
  local = '';

  constructor(private readonly localTime: (atMs: number) => string) {}

  at(atMs: number): this {
    if (atMs === this.atMs) return this;
    this.atMs = atMs;
    this.utc = new Date(atMs).toISOString();
    this.local = this.localTime(atMs);
    return this;
  }
}

function cellsOf(
  { startMs, area, energyType, unit, value, coverage, estimated }: EnergySeriesRow,
  times: WrittenTimes,
): CsvCell[] {
  const { utc, local } = times.at(startMs);
  const isVolume = unit === 'm³';
  const [energy, volume] = isVolume ? [null, value] : [value, null];
  return [utc, local, area.id, area.name, energyType, energy, volume, coverage, estimated];
}
