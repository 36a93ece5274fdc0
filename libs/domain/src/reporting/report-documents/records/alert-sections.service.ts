import { Injectable } from '@nestjs/common';
import { type AlertRecord, textsOf } from '../../../operations/alerts/alert-change';
import { AlertsService } from '../../../operations/alerts/alerts.service';
import { ALERT_WORDS } from '../../../operations/notifications/sending/alert-words';
import { changeOf, textCell } from '../figures';
import type { ReportSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { instantLabel } from '../time-labels';
import { countFigure } from './count-figure';
import { recordGroups, recordKey } from './record-groups';
import { areaName, inAreas, instantCell, recordSection } from './record-view';
import { ReportRecordsService } from './report-records.service';

/** Builds the sections about alerts that were raised in the period. */
@Injectable()
export class AlertSectionsService {
  constructor(
    private readonly records: ReportRecordsService,
    private readonly alerts: AlertsService,
  ) {}

  async build(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const records = inAreas(await this.records.alertsOf(context), section, context);
    if (section.kind === 'summary') return this.summary(section, context, records.items);
    const { words } = context;
    const statuses = (['active', 'cleared'] as const).map((key) => ({
      key,
      title: words.alertStatuses[key],
    }));
    return recordSection(section, context, {
      records,
      groups: recordGroups(section, context, records.items, statuses),
      count: (alert) => ({ key: recordKey(section, context, alert), atMs: alert.raisedAt.getTime() }),
      columns: [
        { title: words.columns.raisedAt, kind: 'time' },
        { title: words.columns.severity, kind: 'text' },
        { title: words.columns.title, kind: 'text' },
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.point, kind: 'text' },
        { title: words.columns.clearedAt, kind: 'time' },
      ],
      cells: (alert) => [
        instantCell(alert.raisedAt, context),
        textCell(ALERT_WORDS[context.language].severities[alert.severity]),
        textCell(textsOf(alert, context.language).title),
        textCell(areaName(alert.areaId, context)),
        textCell(alert.pointCode),
        instantCell(alert.clearedAt, context),
      ],
      listTitle: words.lists.alerts,
    });
  }

  private async summary(
    section: MeasuringSection,
    context: SectionContext,
    alerts: readonly AlertRecord[],
  ): Promise<ReportSection> {
    const { words, nowMs, zone } = context;
    const { areaIds, remarks } = areasOfSection(section, context);
    const isSite = areaIds === undefined;
    const before = isSite ? await this.records.previousAlerts(context) : null;
    const raised = countFigure(words.figures.raised, alerts.length);
    const figures = [
      isSite ? { ...raised, change: changeOf(alerts.length, before) } : raised,
      countFigure(words.figures.clearedInPeriod, alerts.filter(({ status }) => status === 'cleared').length),
      ...(isSite ? [countFigure(words.figures.active, await this.alerts.countActive())] : []),
    ];
    const now = isSite ? [words.remarks.current(instantLabel(nowMs, zone))] : [];
    return { kind: 'summary', title: headingOf(section, context), remarks: [...remarks, ...now], figures };
  }
}
