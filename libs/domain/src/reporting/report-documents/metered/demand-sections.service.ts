import { Injectable } from '@nestjs/common';
import { roundedPercent } from '../../../metering/arithmetic/rounded';
import type { DemandPoint } from '../../../metering/energy/demand';
import { type DemandInterval, DemandService } from '../../../metering/energy/demand.service';
import { type AreaRow, listedAreas, topAreas } from '../area-rows';
import { CHARTED_SERIES } from '../chart-limits';
import {
  coveragePercent,
  numberCell,
  PERCENT,
  percentLabel,
  readablePlaces,
  textCell,
  timeCell,
} from '../figures';
import type { ReportCell, ReportColumn, ReportFigure, ReportSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { bucketLabel, fittingInterval, instantLabel } from '../time-labels';
import { energyTypeOf } from './metered-groups.service';
import { tableOverTime } from './series-table';

interface AreaDemand {
  area: AreaRow;
  points: DemandPoint[];
}

/** Builds the sections about the highest demand of areas in quarters of an hour. */
@Injectable()
export class DemandSectionsService {
  constructor(private readonly demand: DemandService) {}

  build(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    if (section.kind === 'summary') return this.summary(section, context);
    if (section.kind === 'chart') return this.chart(section, context);
    return this.table(section, context);
  }

  private async summary(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const { words, zone, language } = context;
    const demands = await this.read(section, context, measuredAreas(section, context), 'range');
    const figures = demands.flatMap(({ area, points: [point] }): ReportFigure[] => {
      const labelOf = (label: string) => (demands.length > 1 ? `${area.title}: ${label}` : label);
      const peakMs = point?.peakTime ? Date.parse(point.peakTime) : null;
      const peakKw = point?.peakKw ?? null;
      const plain = { estimated: false };
      return [
        {
          ...plain,
          label: labelOf(words.figures.demand),
          value: peakKw,
          unit: powerUnit(section),
          places: readablePlaces([peakKw]),
          ...(peakMs !== null && { detail: words.at(instantLabel(peakMs, zone)) }),
        },
        {
          ...plain,
          label: labelOf(words.figures.loadFactor),
          value: loadFactorPercent(point),
          unit: '%',
          places: 1,
        },
      ];
    });
    const percents = demands.map(({ points: [point] }) => coveragePercent(point?.coverage ?? 0));
    const least = Math.min(...percents, 100);
    const { title, remarks } = head(section, context, demands);
    const coverage = least < 100 ? [words.remarks.coverage(percentLabel(least, language))] : [];
    return { kind: 'summary', title, remarks: [...remarks, ...coverage], figures };
  }

  private async chart(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const { period, zone } = context;
    const fitting = fittingInterval(period, zone) === 'month' ? 'month' : 'day';
    const interval = section.interval === 'month' || section.interval === 'day' ? section.interval : fitting;
    const areas = measuredAreas(section, context).slice(0, CHARTED_SERIES);
    const demands = await this.read(section, context, areas, interval);
    const starts = (demands[0]?.points ?? []).map(({ timestamp }) => Date.parse(timestamp));
    context.rows.take(starts.length);
    const unit = powerUnit(section);
    const series = demands.map(({ area, points }) => {
      const values = points.map(({ peakKw }) => ({ value: peakKw }));
      return { title: area.title, unit, places: readablePlaces(values.map(({ value }) => value)), values };
    });
    return {
      kind: 'chart',
      shape: 'lines',
      ...head({ ...section, interval }, context, demands),
      ...tableOverTime(interval, starts, series, context),
    };
  }

  /** A row per area, or per area and interval. */
  private async table(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const { words, zone, language, site } = context;
    const { areaIds } = areasOfSection(section, context);
    const interval = section.interval === 'month' || section.interval === 'day' ? section.interval : null;
    const areas = interval ? measuredAreas(section, context) : listedAreas(site, areaIds);
    const demands = await this.read(section, context, areas, interval ?? 'range');
    const hasArea = interval === null || areas.length > 1;
    const lines = demands.flatMap(({ area, points }) => points.map((point) => ({ area, point })));
    context.rows.take(lines.length);
    const columns: ReportColumn[] = [
      ...(hasArea ? [{ title: words.columns.area, kind: 'text' as const }] : []),
      ...(interval ? [{ title: words.columns[interval], kind: 'time' as const }] : []),
      {
        title: words.columns.demand,
        kind: 'number',
        unit: powerUnit(section),
        places: readablePlaces(lines.map(({ point }) => point.peakKw)),
      },
      { title: words.columns.peakTime, kind: 'time' },
      { title: words.columns.loadFactor, ...PERCENT },
      { title: words.columns.coverage, ...PERCENT },
    ];
    const labelOf = (timestamp: string): ReportCell[] => {
      const startMs = Date.parse(timestamp);
      return interval ? [timeCell(bucketLabel(interval, startMs, zone, language), startMs)] : [];
    };
    const rows = lines.map(({ area, point }) => [
      ...(hasArea ? [textCell(area.title)] : []),
      ...labelOf(point.timestamp),
      numberCell(point.peakKw),
      point.peakTime === null
        ? textCell(null)
        : timeCell(instantLabel(Date.parse(point.peakTime), zone), Date.parse(point.peakTime)),
      numberCell(loadFactorPercent(point)),
      numberCell(coveragePercent(point.coverage)),
    ]);
    return { kind: 'table', ...head(section, context, demands), columns, rows };
  }

  private async read(
    section: MeasuringSection,
    { period, zone }: SectionContext,
    areas: readonly AreaRow[],
    interval: DemandInterval | 'range',
  ): Promise<AreaDemand[]> {
    const [from, to] = [new Date(period.fromMs).toISOString(), new Date(period.toMs).toISOString()];
    const query = { energyType: energyTypeOf(section), from, to, interval, timezone: zone };
    const demands: AreaDemand[] = [];
    for (const area of areas)
      demands.push({ area, points: await this.demand.demand({ ...query, areaId: area.id }) });
    return demands;
  }
}

/** The chosen areas, or the top areas. The demands of areas cannot be added up, because their peaks differ in time. */
function measuredAreas(section: MeasuringSection, context: SectionContext): AreaRow[] {
  const { areaIds } = areasOfSection(section, context);
  return topAreas(context.site, areaIds);
}

function head(section: MeasuringSection, context: SectionContext, demands: readonly AreaDemand[]) {
  const points = demands.flatMap((demand) => demand.points);
  const isUnknown = points.length === 0 || points.some(({ peakKw }) => peakKw === null);
  return {
    title: headingOf(section, context),
    remarks: [
      ...areasOfSection(section, context).remarks,
      ...(isUnknown ? [context.words.remarks.unknown] : []),
    ],
  };
}

function loadFactorPercent(point: DemandPoint | undefined): number | null {
  const loadFactor = point?.loadFactor ?? null;
  return loadFactor === null ? null : roundedPercent(loadFactor * 100);
}

function powerUnit(section: MeasuringSection): string {
  return energyTypeOf(section) === 'water' ? 'm³/h' : 'kW';
}
