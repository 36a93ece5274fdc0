import type { ExportJobEntity } from '@app/entities';
import type { CsvCell } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import { type Fault, FaultsService } from '../../operations/faults/faults.service';
import type { FaultExportFilters } from './export-filters';
import { type ExportPage, type ExportSource, secondsBetween, shareBefore } from './export-source';

/** Exports faults, oldest report first. */
@Injectable()
export class FaultsExport implements ExportSource {
  readonly columns = [
    'fault_id',
    'title',
    'description',
    'severity',
    'status',
    'object_id',
    'area_id',
    'area_name',
    'alert_id',
    'assignee_id',
    'root_cause',
    'reported_at',
    'started_at',
    'resolved_at',
    'time_to_resolve_s',
  ] as const;

  constructor(
    private readonly faults: FaultsService,
    private readonly areas: AreasService,
  ) {}

  async *read(job: ExportJobEntity): AsyncGenerator<ExportPage, void, void> {
    const { fromAt: from, toAt: to } = job;
    const names = await this.areas.names();
    for await (const page of this.faults.readAll({ ...(job.filters as FaultExportFilters), from, to })) {
      const rows = page.map((fault) => cellsOf(fault, names));
      yield { rows, progress: shareBefore(job, page.at(-1)?.reportedAt.getTime() ?? 0) };
    }
  }
}

function cellsOf(fault: Fault, areaNames: ReadonlyMap<number, string>): CsvCell[] {
  const { reportedAt, resolvedAt, areaId } = fault;
  return [
    fault.id,
    fault.title,
    fault.description,
    fault.severity,
    fault.status,
    fault.objectId,
    areaId,
    areaId === null ? null : (areaNames.get(areaId) ?? null),
    fault.alertId,
    fault.assigneeId,
    fault.rootCause,
    reportedAt,
    fault.startedAt,
    resolvedAt,
    secondsBetween(reportedAt, resolvedAt),
  ];
}
