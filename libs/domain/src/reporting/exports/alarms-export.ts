import type { AlertEntity, ExportJobEntity } from '@app/entities';
import type { CsvCell } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import { AlertPagesService, type ShownAlert } from '../../operations/alerts/alert-pages.service';
import type { AlarmExportFilters } from './export-filters';
import { type ExportPage, type ExportSource, secondsBetween, shareBefore } from './export-source';

/** Exports alerts, in the order in which they were raised. */
@Injectable()
export class AlarmsExport implements ExportSource {
  readonly columns = [
    'alert_id',
    'source',
    'type',
    'originator',
    'severity',
    'status',
    'acknowledged',
    'point_code',
    'area_id',
    'area_name',
    'title',
    'message',
    'value',
    'threshold',
    'occurrences',
    'raised_at',
    'last_raised_at',
    'acknowledged_at',
    'acknowledged_by',
    'time_to_acknowledge_s',
    'cleared_at',
    'cleared_by',
    'active_duration_s',
    'shelved_until',
    'shelved_by',
    'shelve_reason',
  ] as const;

  constructor(
    private readonly alerts: AlertPagesService,
    private readonly areas: AreasService,
  ) {}

  async *read(job: ExportJobEntity): AsyncGenerator<ExportPage, void, void> {
    const { fromAt: from, toAt: to } = job;
    const names = await this.areas.names();
    for await (const page of this.alerts.read({ ...(job.filters as AlarmExportFilters), from, to })) {
      const rows = page.map((alert) => cellsOf(alert, names));
      yield { rows, progress: shareBefore(job, page.at(-1)?.raisedAt.getTime() ?? 0) };
    }
  }
}

function cellsOf(alert: ShownAlert, areaNames: ReadonlyMap<number, string>): CsvCell[] {
  const { areaId, state, raisedAt, acknowledgedAt, clearedAt } = alert;
  const isShelved = state === 'shelved';
  return [
    alert.id,
    alert.source,
    alert.type,
    alert.originator,
    alert.severity,
    state === 'cleared' ? 'cleared' : 'active',
    alert.acknowledged,
    alert.pointCode,
    areaId,
    areaId === null ? null : (areaNames.get(areaId) ?? null),
    alert.title,
    alert.message,
    cellOf(alert.value),
    alert.threshold,
    alert.occurrences,
    raisedAt,
    alert.lastRaisedAt,
    acknowledgedAt,
    alert.acknowledgedBy,
    secondsBetween(raisedAt, acknowledgedAt),
    clearedAt,
    alert.clearedBy,
    secondsBetween(raisedAt, clearedAt),
    isShelved ? alert.shelvedUntil : null,
    isShelved ? alert.shelvedBy : null,
    isShelved ? alert.shelveReason : null,
  ];
}

/** A value of a point may be any JSON. */
function cellOf(value: AlertEntity['value']): CsvCell {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
