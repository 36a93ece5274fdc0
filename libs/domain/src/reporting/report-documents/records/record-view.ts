import { LIST_REACH } from '@app/kernel';
import { CHARTED_BARS } from '../chart-limits';
import { textCell, timeCell } from '../figures';
import type { ChartSection, ReportCell, ReportColumn, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { fittingInterval, instantLabel } from '../time-labels';
import { type Counted, countsByGroup, countsOverTime, type Groups } from './count-tables';
import type { NewestRecords } from './newest-records';

/** The records of a section, and how to list and group them. */
export interface RecordView<Item> {
  records: NewestRecords<Item>;
  /** The groups of `groupBy`. */
  groups: Groups;
  /** Returns the time of a record, and the key of its group. */
  count: (item: Item) => Counted;
  /** The columns of a list of single records. */
  columns: ReportColumn[];
  cells: (item: Item) => ReportCell[];
  /** The heading of a list of single records. */
  listTitle: string;
  /** The remark below an empty list. Default: that the period has no records. */
  emptyRemark?: string;
}

/** Counts records by group or over time, or lists them. */
export function recordSection<Item>(
  section: MeasuringSection,
  context: SectionContext,
  view: RecordView<Item>,
): ChartSection | TableSection {
  const { groupBy, interval } = section;
  const isList = groupBy === undefined && interval === undefined;
  if (isList && section.kind === 'table') return listSection(section, context, view);
  const counted = view.records.items.map((item) => view.count(item));
  const isOverTime = interval !== undefined || groupBy === undefined;
  const chosen = interval ?? fittingInterval(context.period, context.zone);
  const titled = isOverTime ? { ...section, interval: chosen } : section;
  const head = { title: headingOf(titled, context), remarks: remarksOf(section, context, view.records) };
  if (interval !== undefined || groupBy === undefined) {
    const groups = groupBy === undefined ? [{ key: '', title: context.words.columns.count }] : view.groups;
    const keyed = groupBy === undefined ? counted.map((record) => ({ ...record, key: '' })) : counted;
    const table = countsOverTime(chosen, groups, keyed, context);
    context.rows.take(table.rows.length);
    return section.kind === 'chart'
      ? { kind: 'chart', shape: groupBy === undefined ? 'columns' : 'stacked', ...head, ...table }
      : { kind: 'table', ...head, ...table };
  }
  const table = countsByGroup(
    context.words.columns[groupBy === 'tariff' ? 'price' : groupBy],
    view.groups,
    counted,
    context,
  );
  context.rows.take(table.rows.length);
  if (section.kind === 'table') return { kind: 'table', ...head, ...table };
  const [label, count] = table.columns;
  const bars = table.rows.slice(0, CHARTED_BARS).map((row) => row.slice(0, 2));
  return {
    kind: 'chart',
    shape: 'bars',
    ...head,
    columns: [label, count].filter((column) => column !== undefined),
    rows: bars,
  };
}

function listSection<Item>(
  section: MeasuringSection,
  context: SectionContext,
  { records, columns, cells, listTitle, emptyRemark = context.words.remarks.nothing }: RecordView<Item>,
): TableSection {
  const { words, rows: budget } = context;
  const shown = budget.takeUpTo(records.items.length);
  const omitted = records.items.length - shown;
  return {
    kind: 'table',
    title: section.title ?? listTitle,
    remarks: [
      ...remarksOf(section, context, records),
      ...(omitted > 0 ? [words.remarks.omittedRows(omitted)] : []),
      ...(records.items.length === 0 ? [emptyRemark] : []),
    ],
    columns,
    rows: records.items.slice(0, shown).map((item) => cells(item)),
  };
}

function remarksOf(
  section: MeasuringSection,
  context: SectionContext,
  { isComplete }: { isComplete: boolean },
): string[] {
  const onlyNewest = isComplete ? [] : [context.words.remarks.onlyNewest(LIST_REACH)];
  return [...areasOfSection(section, context).remarks, ...onlyNewest];
}

/** The records of the section's areas and of the areas below them. */
export function inAreas<Item extends { areaId: number | null }>(
  { items, isComplete }: NewestRecords<Item>,
  section: MeasuringSection,
  context: SectionContext,
): NewestRecords<Item> {
  const { areaIds } = areasOfSection(section, context);
  if (areaIds === undefined) return { items, isComplete };
  const included = new Set(areaIds);
  // A child may be listed before its parent, so the loop is repeated until it finds no further area.
  for (let size = -1; size < included.size;) {
    size = included.size;
    for (const { id, parentId } of context.site.areas) {
      if (parentId !== null && included.has(parentId)) included.add(id);
    }
  }
  return { items: items.filter(({ areaId }) => areaId !== null && included.has(areaId)), isComplete };
}

export function areaName(areaId: number | null, { site }: SectionContext): string {
  return site.areas.find(({ id }) => id === areaId)?.name ?? '';
}

export function instantCell(at: Date | null, { zone }: SectionContext): ReportCell {
  return at === null ? textCell(null) : timeCell(instantLabel(at.getTime(), zone), at.getTime());
}
