import {
  AreaEntity,
  cellOf,
  cellOfRelated,
  type ExportJobEntity,
  type FaultEntity,
  type LineCell,
  secondsBetween,
  wordOf,
} from '@app/entities';
import { Injectable } from '@nestjs/common';
import { FaultsService } from '../../operations/faults/faults.service';
import type { FaultExportFilters } from './export-filters';
import { type ExportPage, type ExportSource, shareBefore } from './export-source';

const CELLS: Record<string, LineCell<FaultEntity>> = {
  fault_id: cellOf('id'),
  title: cellOf('title'),
  description: cellOf('description'),
  severity: wordOf('severity'),
  status: wordOf('status'),
  object_id: cellOf('objectId'),
  area_id: cellOf('areaId'),
  area_name: cellOfRelated('areaId', AreaEntity, 'name'),
  alert_id: cellOf('alertId'),
  assignee_id: cellOf('assigneeId'),
  root_cause: cellOf('rootCause'),
  reported_at: cellOf('reportedAt'),
  started_at: cellOf('startedAt'),
  resolved_at: cellOf('resolvedAt'),
  time_to_resolve_s: secondsBetween('reportedAt', 'resolvedAt'),
};

/** Exports faults, oldest report first. The database writes the lines. */
@Injectable()
export class FaultsExport implements ExportSource {
  readonly columns = Object.keys(CELLS);

  constructor(private readonly faults: FaultsService) {}

  async *read(job: ExportJobEntity): AsyncGenerator<ExportPage, void, void> {
    const { fromAt: from, toAt: to } = job;
    const query = { ...(job.filters as FaultExportFilters), from, to };
    for await (const { text, rows, until } of this.faults.readLines(query, Object.values(CELLS))) {
      yield { text, rows, progress: shareBefore(job, until.getTime()) };
    }
  }
}
