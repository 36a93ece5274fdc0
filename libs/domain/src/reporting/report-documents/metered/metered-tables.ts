import type { ReportInterval } from '@app/entities';
import { currencyPlaces } from '../../../metering/costs/currency-places';
import {
  changeOf,
  coveragePercent,
  numberCell,
  PERCENT,
  readablePlaces,
  shareOf,
  textCell,
} from '../figures';
import type { ReportCell, ReportColumn, ReportTable } from '../report-document';
import type { SectionContext } from '../section-context';
import type { ComparedPair } from './compared-figures.service';
import type { AmountMetric, MeteredPoint } from './metered-figures.service';
import type { AmountSection, MeteredGroup } from './metered-groups.service';
import { type Series, tableOf, tableOverTime } from './series-table';

/** The figures of all groups together. */
export interface MeteredTotals {
  now: MeteredPoint;
  before: MeteredPoint | null;
  /** By which values the periods are compared; null if they are not compared. */
  compared: ComparedPair | null;
}

const PERCENT_SERIES = { unit: PERCENT.unit, places: PERCENT.places };

/** One row per bucket, one column per group. */
export function amountsOverTime(
  section: AmountSection,
  interval: ReportInterval,
  groups: readonly MeteredGroup[],
  context: SectionContext,
): ReportTable {
  const [first] = groups;
  const points = first?.points ?? [];
  const series = groups.map((group) => seriesOf(section.metric, group.title, group.points));
  if (section.compare === true && first) series.push(...comparison(section, [first], context));
  const isSingle = section.groupBy === undefined && section.compare !== true;
  if (section.kind === 'table' && isSingle) series.push(coverageSeries(points, context));
  const starts = points.map(({ startMs }) => startMs);
  return tableOverTime(interval, starts, series, context);
}

/** The row of totals below the rows of `amountsOverTime`, for a table with a single group. */
export function totalOverTime(
  { now, before, compared }: MeteredTotals,
  { words }: SectionContext,
): ReportCell[] {
  return [
    textCell(words.columns.total),
    numberCell(now.value, now.estimated),
    ...(before
      ? [numberCell(before.value, before.estimated), numberCell(changeOfPair(compared))]
      : [numberCell(coveragePercent(now.coverage))]),
  ];
}

/** One row per group. @param totals null if the groups have no total, because their units may differ */
export function amountsOfGroups(
  section: AmountSection,
  groups: readonly MeteredGroup[],
  totals: MeteredTotals | null,
  context: SectionContext,
): ReportTable {
  const { columns, metrics } = context.words;
  const points = groups.map(({ points: [point = NOTHING] }) => point);
  const title = section.compare === true ? columns.current : metrics[section.metric];
  const series = [seriesOf(section.metric, title, points)];
  if (section.compare === true) series.push(...comparison(section, groups, context));
  if (totals) {
    const shares = points.map(({ value }) => ({ value: shareOf(value, totals.now.value) }));
    series.push({ title: columns.share, ...PERCENT_SERIES, values: shares });
  }
  series.push(coverageSeries(points, context));
  const first: ReportColumn = {
    title: columns[section.groupBy === 'energyType' ? 'energyType' : 'area'],
    kind: 'text',
  };
  const labels = groups.map((group) => textCell(group.title));
  const table = tableOf(first, labels, series);
  if (!totals) return hasOneUnit(points) ? table : withUnitColumn(table, points, context);
  return { ...table, total: totalOfGroups(section, totals, context) };
}

/** One bar per group, the largest first. */
export function barsOfGroups(
  section: AmountSection,
  groups: readonly MeteredGroup[],
  { words }: SectionContext,
): ReportTable {
  const first: ReportColumn = {
    title: words.columns[section.groupBy === 'energyType' ? 'energyType' : 'area'],
    kind: 'text',
  };
  const points = groups.map(({ points: [point = NOTHING] }) => point);
  const labels = groups.map(({ title }) => textCell(title));
  return tableOf(first, labels, [seriesOf(section.metric, words.metrics[section.metric], points)]);
}

const NOTHING: MeteredPoint = { areaId: 0, startMs: 0, value: null, unit: '', coverage: 0, estimated: false };

function totalOfGroups(
  section: AmountSection,
  { now, before, compared }: MeteredTotals,
  { words, areaIds }: SectionContext,
): ReportCell[] {
  const isSite = (section.areaIds ?? []).length === 0 && areaIds.length === 0;
  return [
    textCell(isSite ? words.site : words.chosenAreas),
    numberCell(now.value, now.estimated),
    ...(before ? [numberCell(before.value, before.estimated), numberCell(changeOfPair(compared))] : []),
    numberCell(shareOf(now.value, now.value)),
    numberCell(coveragePercent(now.coverage)),
  ];
}

/**
 * Returns the series of the previous period and of the change. If the rows are buckets, each bucket is compared with
 * the bucket at the same position in the previous period.
 */
function comparison(
  section: AmountSection,
  groups: readonly MeteredGroup[],
  { words }: SectionContext,
): Series[] {
  const isOverTime = section.groupBy === undefined;
  const now = isOverTime ? (groups[0]?.points ?? []) : groups.map(({ points: [point = NOTHING] }) => point);
  const earlier = isOverTime
    ? (groups[0]?.before ?? [])
    : groups.map(({ before: [point = NOTHING] }) => point);
  const before = now.map((_point, index) => earlier[index] ?? NOTHING);
  const previous = seriesOf(section.metric, words.columns.previous, before);
  if (section.kind === 'chart') return [previous];
  const pairs = isOverTime ? (groups[0]?.compared ?? []) : groups.map(({ compared: [pair] }) => pair);
  const changes = now.map((_point, index) => ({ value: changeOfPair(pairs[index] ?? null) }));
  return [previous, { title: words.columns.change, ...PERCENT_SERIES, signed: true, values: changes }];
}

function changeOfPair(pair: ComparedPair | null): number | null {
  return pair && changeOf(pair.now, pair.before);
}

function coverageSeries(points: readonly MeteredPoint[], { words }: SectionContext): Series {
  const values = points.map(({ coverage }) => ({ value: coveragePercent(coverage) }));
  return { title: words.columns.coverage, ...PERCENT_SERIES, values };
}

function seriesOf(metric: AmountMetric, title: string, points: readonly MeteredPoint[]): Series {
  const unit = points.find((point) => point.unit !== '')?.unit;
  return {
    title,
    ...(hasOneUnit(points) && unit !== undefined && { unit }),
    places: placesOf(metric, points),
    values: points,
  };
}

/** The digits after the decimal point. Amounts of money have as many as their currency. */
export function placesOf(
  metric: AmountMetric,
  points: readonly Pick<MeteredPoint, 'unit' | 'value'>[],
): number {
  const unit = points.find((point) => point.unit !== '')?.unit;
  if (metric === 'cost' && unit !== undefined) return currencyPlaces(unit);
  return readablePlaces(points.map(({ value }) => value));
}

export function hasOneUnit(points: readonly MeteredPoint[]): boolean {
  return new Set(points.map(({ unit }) => unit)).size <= 1;
}

/** Adds the unit of each row as a column after the labels. */
function withUnitColumn(
  { columns: [first, ...columns], rows }: ReportTable,
  points: readonly MeteredPoint[],
  { words }: SectionContext,
): ReportTable {
  return {
    columns: [...(first ? [first] : []), { title: words.frame.unit, kind: 'text' }, ...columns],
    rows: rows.map(([label, ...cells], row) => [
      ...(label ? [label] : []),
      textCell(points[row]?.unit ?? ''),
      ...cells,
    ]),
  };
}
