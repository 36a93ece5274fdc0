import type { ReportInterval } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { CHARTED_BARS, CHARTED_SERIES } from '../chart-limits';
import { areasOfSection, headingOf, type SectionContext } from '../section-context';
import type { ChartSection, TableSection } from '../report-document';
import { fittingInterval } from '../time-labels';
import { type AmountSection, type MeteredGroup, MeteredGroupsService } from './metered-groups.service';
import type { MeteredPoint } from './metered-figures.service';
import { remarksOf } from './metered-remarks';
import { amountsOfGroups, amountsOverTime, barsOfGroups, hasOneUnit, totalOverTime } from './metered-tables';

/** Builds charts and tables of energy, costs and emissions. */
@Injectable()
export class MeteredSectionsService {
  constructor(private readonly groups: MeteredGroupsService) {}

  build(section: AmountSection, context: SectionContext): Promise<ChartSection | TableSection> {
    const isOverTime = section.groupBy === undefined || section.interval !== undefined;
    if (!isOverTime)
      return section.kind === 'chart' ? this.bars(section, context) : this.totals(section, context);
    const interval = section.interval ?? fittingInterval(context.period, context.zone);
    return section.kind === 'chart'
      ? this.chart(section, context, interval)
      : this.table(section, context, interval);
  }

  private async chart(
    section: AmountSection,
    context: SectionContext,
    interval: ReportInterval,
  ): Promise<ChartSection> {
    const all = await this.groups.read(section, context, interval);
    const { groups, remarks } = comparable(all, context);
    const charted = groups.slice(0, CHARTED_SERIES);
    const omitted = groups.length - charted.length;
    if (omitted > 0) remarks.push(context.words.remarks.omittedGroups(omitted));
    const table = amountsOverTime(section, interval, charted, context);
    context.rows.take(table.rows.length);
    const shapes = { area: 'lines', energyType: 'stacked' } as const;
    const { groupBy } = section;
    const shape = groupBy === 'area' || groupBy === 'energyType' ? shapes[groupBy] : 'columns';
    return {
      kind: 'chart',
      shape,
      ...(await this.head({ ...section, interval }, context, charted, remarks)),
      ...table,
    };
  }

  private async table(
    section: AmountSection,
    context: SectionContext,
    interval: ReportInterval,
  ): Promise<TableSection> {
    const groups = await this.groups.read(section, context, interval);
    const table = amountsOverTime(section, interval, groups, context);
    context.rows.take(table.rows.length);
    const total =
      section.groupBy === undefined
        ? totalOverTime(await this.groups.totals(section, context), context)
        : undefined;
    const head = await this.head({ ...section, interval }, context, groups);
    return { kind: 'table', ...head, ...table, ...(total && { total }) };
  }

  private async totals(section: AmountSection, context: SectionContext): Promise<TableSection> {
    const groups = await this.groups.read(section, context, 'range');
    context.rows.take(groups.length);
    const totals = section.groupBy === 'area' ? await this.groups.totals(section, context) : null;
    const table = amountsOfGroups(section, groups, totals, context);
    const isTree =
      section.groupBy === 'area' && table.rows.some(([label]) => /^\s/.test(String(label?.value)));
    const remarks = isTree ? [context.words.remarks.overlapping] : [];
    return { kind: 'table', ...(await this.head(section, context, groups, remarks)), ...table };
  }

  private async bars(section: AmountSection, context: SectionContext): Promise<ChartSection> {
    const { groups, remarks } = comparable(await this.groups.read(section, context, 'range'), context);
    const largest = groups.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, CHARTED_BARS);
    const omitted = groups.length - largest.length;
    if (omitted > 0) remarks.push(context.words.remarks.omittedGroups(omitted));
    context.rows.take(largest.length);
    const table = barsOfGroups(section, largest, context);
    return {
      kind: 'chart',
      shape: 'bars',
      ...(await this.head(section, context, largest, remarks)),
      ...table,
    };
  }

  private async head(
    section: AmountSection,
    context: SectionContext,
    groups: readonly MeteredGroup[],
    remarks: readonly string[] = [],
  ): Promise<{ title: string; remarks: string[] }> {
    const points = groups.flatMap(({ points: now, before }) => [...now, ...before]);
    return {
      title: headingOf(section, context),
      remarks: [
        ...areasOfSection(section, context).remarks,
        ...remarks,
        ...(section.compare === true ? await this.comparisonRemarks(section, context, points) : []),
        ...remarksOf(section.metric, points, context),
      ],
    };
  }

  private async comparisonRemarks(
    section: AmountSection,
    context: SectionContext,
    points: readonly MeteredPoint[],
  ): Promise<string[]> {
    const { remarks } = context.words;
    const silent = await this.groups.silentMeters(section, context);
    return [
      ...(points.some(({ coverage }) => coverage < 1) ? [remarks.compared] : []),
      ...(silent.length > 0 ? [remarks.silentMeters(silent)] : []),
    ];
  }
}

/** Returns the groups with the same unit as the first group, because a chart has only one axis. */
function comparable(
  all: readonly MeteredGroup[],
  { words }: SectionContext,
): { groups: MeteredGroup[]; remarks: string[] } {
  if (hasOneUnit(all.flatMap(({ points }) => points))) return { groups: [...all], remarks: [] };
  const unit = all[0]?.points[0]?.unit;
  const [groups, others] = [true, false].map((isSame) =>
    all.filter(({ points: [point] }) => (point?.unit === unit) === isSame),
  );
  const names = (others ?? []).map(({ title }) => title).join(', ');
  return { groups: groups ?? [], remarks: [words.remarks.otherUnit(names)] };
}

/** Bars are ordered by this value. */
function sizeOf({ points: [point] }: MeteredGroup): number {
  return point?.value ?? Number.NEGATIVE_INFINITY;
}
