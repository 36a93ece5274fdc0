import {
  type AlertEntity,
  AreaEntity,
  cellOf,
  cellOfRelated,
  cellWhen,
  type ExportJobEntity,
  type LineCell,
  secondsBetween,
  wordOf,
  wordWhen,
} from '@app/entities';
import { Injectable } from '@nestjs/common';
import { AlertPagesService } from '../../operations/alerts/alert-pages.service';
import type { AlertExportFilters } from './export-filters';
import { type ExportPage, type ExportSource, shareBefore } from './export-source';

const CELLS: Record<string, LineCell<AlertEntity>> = {
  alert_id: cellOf('id'),
  source: wordOf('source'),
  type: cellOf('type'),
  originator: cellOf('originator'),
  severity: wordOf('severity'),
  status: wordWhen('state', 'cleared', { match: 'cleared', otherwise: 'active' }),
  acknowledged: cellOf('acknowledged'),
  point_code: cellOf('pointCode'),
  area_id: cellOf('areaId'),
  area_name: cellOfRelated('areaId', AreaEntity, 'name'),
  title: cellOf('title'),
  message: cellOf('message'),
  value: cellOf('value'),
  threshold: cellOf('threshold'),
  occurrences: cellOf('occurrences'),
  raised_at: cellOf('raisedAt'),
  last_raised_at: cellOf('lastRaisedAt'),
  acknowledged_at: cellOf('acknowledgedAt'),
  acknowledged_by: cellOf('acknowledgedBy'),
  time_to_acknowledge_s: secondsBetween('raisedAt', 'acknowledgedAt'),
  cleared_at: cellOf('clearedAt'),
  cleared_by: cellOf('clearedBy'),
  active_duration_s: secondsBetween('raisedAt', 'clearedAt'),
  shelved_until: cellWhen('state', 'shelved', 'shelvedUntil'),
  shelved_by: cellWhen('state', 'shelved', 'shelvedBy'),
  shelve_reason: cellWhen('state', 'shelved', 'shelveReason'),
};

/** Exports alerts, in the order in which they were raised. The database writes the lines. */
@Injectable()
export class AlertsExport implements ExportSource {
  readonly columns = Object.keys(CELLS);

  constructor(private readonly alerts: AlertPagesService) {}

  async *read(job: ExportJobEntity): AsyncGenerator<ExportPage, void, void> {
    const { fromAt: from, toAt: to } = job;
    const query = { ...(job.filters as AlertExportFilters), from, to };
    for await (const { text, rows, until } of this.alerts.readLines(query, Object.values(CELLS))) {
      yield { text, rows, progress: shareBefore(job, until.getTime()) };
    }
  }
}
