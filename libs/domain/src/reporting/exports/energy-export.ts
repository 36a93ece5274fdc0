import type { ExportJobEntity } from '@app/entities';
import { csvCells } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { localTimesFrom } from '../../metering/arithmetic/local-times';
import {
  type EnergyPortion,
  type EnergySeriesQuery,
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
    for await (const portion of this.series.read(queryOf(job))) {
      const { buckets, series } = portion;
      const progress = shareBefore(job, buckets.at(-1)?.startMs ?? 0);
      yield { text: linesOf(portion, localTime), rows: buckets.length * series.length, progress };
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
 * Writes the lines of a portion, ordered by time. The lines of each bucket become bytes at once, because a text that is
 * put together from thousands of lines would occupy several times its size until it is written.
 */
function linesOf({ buckets, series }: EnergyPortion, localTime: (atMs: number) => string): Buffer {
  const columns = series.map(({ area, energyType, unit, figures }) => ({
    head: csvCells([area.id, area.name, energyType]),
    isVolume: unit === 'm³',
    figures,
  }));
  const lines = buckets.map(({ startMs }, index) => {
    let text = '';
    const times = csvCells([new Date(startMs), localTime(startMs)]);
    for (const { head, isVolume, figures } of columns) {
      const { value = null, coverage = 0, estimated = false } = figures[index] ?? {};
      const figure = value ?? '';
      text += `${times},${head},${isVolume ? `,${figure}` : `${figure},`},${coverage},${estimated}\r\n`;
    }
    return Buffer.from(text);
  });
  return Buffer.concat(lines);
}
