import { Injectable } from '@nestjs/common';
import type { Maintenance } from '../../../operations/maintenance/maintenance';
import { textCell } from '../figures';
import type { ReportSection } from '../report-document';
import { headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { instantLabel } from '../time-labels';
import { countFigure } from './count-figure';
import { instantCell, recordSection } from './record-view';
import { ReportRecordsService } from './report-records.service';

/** The statuses of the work orders in the lists. */
const STATUSES = ['open', 'in_progress', 'on_hold', 'completed'] as const;

/** Builds the sections about work orders that are open, or were completed in the period. */
@Injectable()
export class MaintenanceSectionsService {
  constructor(private readonly records: ReportRecordsService) {}

  async build(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const records = await this.records.maintenanceOf(context);
    if (section.kind === 'summary') return summary(section, context, records.items);
    const { words } = context;
    return recordSection(section, context, {
      records,
      groups: STATUSES.map((key) => ({ key, title: words.maintenanceStatuses[key] })),
      count: ({ status }) => ({ key: status, atMs: 0 }),
      columns: [
        { title: words.columns.title, kind: 'text' },
        { title: words.columns.type, kind: 'text' },
        { title: words.columns.priority, kind: 'text' },
        { title: words.columns.status, kind: 'text' },
        { title: words.columns.dueAt, kind: 'time' },
        { title: words.columns.completedAt, kind: 'time' },
      ],
      cells: (order) => [
        textCell(order.title),
        textCell(words.maintenanceTypes[order.type]),
        textCell(words.priorities[order.priority]),
        textCell(words.maintenanceStatuses[order.status]),
        instantCell(order.dueAt, context),
        instantCell(order.completedAt, context),
      ],
      listTitle: words.lists.maintenance,
    });
  }
}

function summary(
  section: MeasuringSection,
  context: SectionContext,
  orders: readonly Maintenance[],
): ReportSection {
  const { words, nowMs, zone } = context;
  const open = orders.filter(({ status }) => status !== 'completed');
  const overdue = open.filter(({ dueAt }) => dueAt !== null && dueAt.getTime() < nowMs);
  return {
    kind: 'summary',
    title: headingOf(section, context),
    remarks: [words.remarks.current(instantLabel(nowMs, zone))],
    figures: [
      countFigure(words.figures.completed, orders.length - open.length),
      countFigure(words.figures.openOrders, open.length),
      countFigure(words.figures.overdue, overdue.length),
    ],
  };
}
