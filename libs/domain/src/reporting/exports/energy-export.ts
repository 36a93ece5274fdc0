import type { AreaEntity, ExportJobEntity } from '@app/entities';
import { csvCells, csvLine } from '@app/kernel';
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

  /** A lower bound of the number of rows. @throws DomainError not_found for an unknown area */
  fewestRows(job: ExportRange): Promise<number> {
    return this.series.fewestRows(queryOf(job));
  }

  async *read(job: ExportJobEntity): AsyncGenerator<ExportPage, void, void> {
    // The local times start before the range, because the first bucket may start before the range.
    const localTime = localTimesFrom(job.fromAt.getTime() - LONGEST_BUCKET_MS, job.timezone);
    const lines = new EnergyLines(localTime);
    for await (const page of this.series.read(queryOf(job))) {
      const progress = shareBefore(job, page.at(-1)?.startMs ?? 0);
      yield { text: lines.textOf(page), rows: page.length, progress };
    }
  }
}

type ExportRange = Pick<ExportJobEntity, 'filters' | 'fromAt' | 'toAt' | 'timezone'>;

const LONGEST_BUCKET_MS = 32 * 24 * 3_600_000;

function queryOf({ filters, fromAt, toAt, timezone }: ExportRange): EnergySeriesQuery {
  const { interval = 'hour', ...selected } = filters as EnergyExportFilters;
  return { ...selected, interval, from: fromAt, to: toAt, zone: timezone };
}

/**
 * Writes rows as lines. Many rows have the same instant or area, so the texts of the last instant and of all areas are
 * cached.
 */
class EnergyLines {
  private startMs = Number.NaN;
  private times = '';
  private readonly areas = new Map<AreaEntity, string>();

  constructor(private readonly localTime: (atMs: number) => string) {}

  textOf(rows: readonly EnergySeriesRow[]): string {
    let text = '';
    for (const { startMs, area, energyType, unit, value, coverage, estimated } of rows) {
      const figures = unit === 'm³' ? [null, value] : [value, null];
      text += `${this.timesAt(startMs)},${this.textOfArea(area)},${energyType},`;
      text += csvLine([...figures, coverage, estimated]);
    }
    return text;
  }

  private timesAt(startMs: number): string {
    if (startMs !== this.startMs) {
      this.startMs = startMs;
      this.times = csvCells([new Date(startMs), this.localTime(startMs)]);
    }
    return this.times;
  }

  private textOfArea(area: AreaEntity): string {
    let text = this.areas.get(area);
    if (text === undefined) {
      text = csvCells([area.id, area.name]);
      this.areas.set(area, text);
    }
    return text;
  }
}
