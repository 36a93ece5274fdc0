import { FAULT_STATUSES } from '@app/entities';
import { Injectable } from '@nestjs/common';
import type { Fault } from '../../../operations/faults/faults.service';
import { ALERT_WORDS } from '../../../operations/notifications/sending/alert-words';
import { textCell } from '../figures';
import type { ReportFigure, ReportSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { instantLabel } from '../time-labels';
import { countFigure } from './count-figure';
import { recordGroups, recordKey } from './record-groups';
import { areaName, inAreas, instantCell, recordSection } from './record-view';
import { ReportRecordsService } from './report-records.service';

/** Builds the sections about faults that were reported in the period. */
@Injectable()
export class FaultSectionsService {
  constructor(private readonly records: ReportRecordsService) {}

  async build(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const records = inAreas(await this.records.faultsOf(context), section, context);
    if (section.kind === 'summary') return this.summary(section, context, records.items);
    const { words } = context;
    const statuses = FAULT_STATUSES.map((key) => ({ key, title: words.faultStatuses[key] }));
    return recordSection(section, context, {
      records,
      groups: recordGroups(section, context, records.items, statuses),
      count: (fault) => ({ key: recordKey(section, context, fault), atMs: fault.reportedAt.getTime() }),
      columns: [
        { title: words.columns.reportedAt, kind: 'time' },
        { title: words.columns.severity, kind: 'text' },
        { title: words.columns.title, kind: 'text' },
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.status, kind: 'text' },
        { title: words.columns.resolvedAt, kind: 'time' },
      ],
      cells: (fault) => [
        instantCell(fault.reportedAt, context),
        textCell(ALERT_WORDS[context.language].severities[fault.severity]),
        textCell(fault.title),
        textCell(areaName(fault.areaId, context)),
        textCell(words.faultStatuses[fault.status]),
        instantCell(fault.resolvedAt, context),
      ],
      listTitle: words.lists.faults,
    });
  }

  /** Builds the summary. Its current figures are those of `/faults/stats`, which cover the whole site. */
  private async summary(
    section: MeasuringSection,
    context: SectionContext,
    faults: readonly Fault[],
  ): Promise<ReportSection> {
    const { words, zone } = context;
    const { areaIds, remarks } = areasOfSection(section, context);
    const resolved = faults.filter(({ resolvedAt }) => resolvedAt !== null).length;
    const figures = [
      countFigure(words.figures.reported, faults.length),
      countFigure(words.figures.resolvedInPeriod, resolved),
    ];
    if (areaIds !== undefined)
      return { kind: 'summary', title: headingOf(section, context), remarks, figures };
    const { open, inProgress, mttrMinutes, mtbfHours, updatedAt } = await this.records.faultStats();
    figures.push(
      countFigure(words.figures.open, open),
      countFigure(words.figures.inProgress, inProgress),
      timeFigure(words.figures.repairTime, mttrMinutes === null ? null : mttrMinutes / 60),
      timeFigure(words.figures.failureInterval, mtbfHours),
    );
    const now = words.remarks.current(instantLabel(updatedAt.getTime(), zone));
    return { kind: 'summary', title: headingOf(section, context), remarks: [...remarks, now], figures };
  }
}

function timeFigure(label: string, hours: number | null): ReportFigure {
  return { label, value: hours, unit: 'h', places: 1, estimated: false };
}
