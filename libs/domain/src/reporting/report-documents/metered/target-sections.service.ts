import type { BudgetEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { energyMeters } from '../../../metering/areas/area-tree';
import { bucketsBetween, localDate } from '../../../metering/arithmetic/calendar';
import { energyUnit } from '../../../metering/arithmetic/meter-arithmetic';
import { BenchmarksService } from '../../../metering/benchmarks/benchmarks.service';
import { type BudgetState, BudgetStatesService } from '../../../metering/budgets/budget-states.service';
import { BudgetsService } from '../../../metering/budgets/budgets.service';
import { EMISSIONS_FORMAT } from '../../../metering/emissions/emissions.service';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { CHARTED_BARS } from '../chart-limits';
import {
  changeOf,
  commonUnit,
  coveragePercent,
  numberCell,
  PERCENT,
  readablePlaces,
  textCell,
  timeCell,
} from '../figures';
import { newestRecords } from '../records/newest-records';
import { areaName, inAreas } from '../records/record-view';
import type { ChartSection, ReportCell, ReportColumn, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { bucketLabel, instantLabel, periodLabel, yearBefore } from '../time-labels';
import { energyTypeOf } from './metered-groups.service';

/** A month of a budget. */
interface BudgetMonth {
  budget: BudgetEntity;
  startMs: number;
  endMs: number;
  state: BudgetState;
}

/** Builds the sections that compare areas with their budgets and with other areas. */
@Injectable()
export class TargetSectionsService {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly states: BudgetStatesService,
    private readonly benchmarks: BenchmarksService,
    private readonly configuration: ConfigurationService,
  ) {}

  /** A row per budget and month that the period touches. The months are those of the platform's time zone. */
  async ofBudgets(section: MeasuringSection, context: SectionContext): Promise<TableSection> {
    const { words, language, nowMs, zone } = context;
    const months = await this.months(section, context);
    context.rows.take(months.length);
    const platformZone = await this.configuration.timezone();
    const { isMixed, ...common } = commonUnit(months.map(({ budget }) => energyUnit(budget.energyType)));
    const energyColumn = (title: string, values: readonly (number | null)[]): ReportColumn => ({
      title,
      kind: 'number',
      ...common,
      places: readablePlaces(values),
    });
    const states = months.map(({ state }) => state);
    const isUnknown = states.some(({ actual, forecast }) => actual === null || forecast === null);
    const isForecast = months.some(({ endMs }) => endMs > nowMs);
    const { remarks } = words;
    return {
      kind: 'table',
      title: headingOf(section, context),
      remarks: [
        ...areasOfSection(section, context).remarks,
        ...(months.length === 0 ? [remarks.nothing] : []),
        ...(isForecast ? [remarks.forecastAt(instantLabel(nowMs, zone))] : []),
        ...(isUnknown ? [remarks.unknown] : []),
      ],
      columns: [
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.energyType, kind: 'text' },
        { title: words.columns.month, kind: 'time' },
        ...(isMixed ? [{ title: words.frame.unit, kind: 'text' as const }] : []),
        energyColumn(
          words.columns.budget,
          states.map(({ budget }) => budget),
        ),
        energyColumn(
          words.columns.actual,
          states.map(({ actual }) => actual),
        ),
        energyColumn(
          words.columns.forecast,
          states.map(({ forecast }) => forecast),
        ),
        { title: words.columns.willMiss, kind: 'text' },
      ],
      rows: months.map(({ budget, startMs, state }) => [
        textCell(areaName(budget.areaId, context)),
        textCell(words.energyTypes[budget.energyType]),
        timeCell(bucketLabel('month', startMs, platformZone, language), startMs),
        ...(isMixed ? [textCell(energyUnit(budget.energyType))] : []),
        numberCell(state.budget),
        numberCell(state.actual),
        numberCell(state.forecast),
        willMissCell(state, context),
      ]),
    };
  }

  /**
   * The areas with a floor area in the year that ends with the period: references are per year. A chart shows only the
   * areas with a rank, the highest consumption first.
   */
  async ofBenchmarks(
    section: MeasuringSection,
    context: SectionContext,
  ): Promise<ChartSection | TableSection> {
    const { words, period, zone, language, site } = context;
    const energyType = energyTypeOf(section);
    const fromMs = yearBefore(period.toMs, zone);
    const found = await this.benchmarks.list({
      from: new Date(fromMs).toISOString(),
      to: new Date(period.toMs).toISOString(),
      energyType,
    });
    const { items } = inAreas({ items: found, isComplete: true }, section, context);
    const { remarks } = words;
    const unranked = items
      .filter(({ rank, areaId }) => rank === null && energyMeters(site, energyType, areaId).length > 0)
      .map(({ areaId }) => areaName(areaId, context));
    const head = {
      title: headingOf(section, context),
      remarks: [
        ...areasOfSection(section, context).remarks,
        remarks.benchmarkYear(periodLabel({ fromMs, toMs: period.toMs }, zone, language)),
        ...(items.length === 0 ? [remarks.nothing] : []),
        ...(unranked.length > 0 ? [remarks.unranked(unranked)] : []),
      ],
    };
    const areaColumn: ReportColumn = { title: words.columns.area, kind: 'text' };
    const energyColumns: ReportColumn[] = [
      perM2(words.columns.energyPerArea, energyUnit(energyType), 1),
      perM2(words.columns.reference, energyUnit(energyType), 1),
    ];
    if (section.kind === 'chart') {
      const ranked = items.filter(({ rank }) => rank !== null).toReversed();
      const bars = ranked.slice(0, CHARTED_BARS);
      const omitted = ranked.length - bars.length;
      if (omitted > 0) head.remarks.push(remarks.omittedGroups(omitted));
      context.rows.take(bars.length);
      return {
        kind: 'chart',
        shape: 'bars',
        ...head,
        columns: [areaColumn, ...energyColumns],
        rows: bars.map(({ areaId, kwhPerM2, reference }) => [
          textCell(areaName(areaId, context)),
          numberCell(kwhPerM2),
          numberCell(reference),
        ]),
      };
    }
    context.rows.take(items.length);
    if (items.some(({ kwhPerM2 }) => kwhPerM2 === null)) head.remarks.push(remarks.unknown);
    const isUnrated = items.some(
      ({ kwhPerM2, costPerM2, kgPerM2 }) => kwhPerM2 !== null && (costPerM2 === null || kgPerM2 === null),
    );
    if (isUnrated) head.remarks.push(remarks.unknownRated);
    return {
      kind: 'table',
      ...head,
      columns: [
        { title: words.columns.rank, kind: 'number', places: 0 },
        areaColumn,
        { title: words.columns.floorArea, kind: 'number', unit: 'm²', places: 0 },
        ...energyColumns,
        { title: words.columns.difference, ...PERCENT, signed: true },
        perM2(words.columns.cost, items[0]?.currency ?? '', 2),
        perM2(words.metrics.emissions, EMISSIONS_FORMAT.unit, 1),
        { title: words.columns.coverage, ...PERCENT },
      ],
      rows: items.map(({ rank, areaId, kwhPerM2, reference, costPerM2, kgPerM2, coverage }) => [
        numberCell(rank),
        textCell(areaName(areaId, context)),
        numberCell(site.areas.find(({ id }) => id === areaId)?.floorAreaM2 ?? null),
        numberCell(kwhPerM2),
        numberCell(reference),
        // With too many gaps to be ranked, an area would seem to consume less than its reference.
        numberCell(rank === null ? null : changeOf(kwhPerM2, reference)),
        numberCell(costPerM2),
        numberCell(kgPerM2),
        numberCell(coveragePercent(coverage)),
      ]),
    };
  }

  private async months(section: MeasuringSection, context: SectionContext): Promise<BudgetMonth[]> {
    const { period } = context;
    const zone = await this.configuration.timezone();
    const touched = bucketsBetween('month', period.fromMs, period.toMs, zone);
    const budgets = inAreas(await newestRecords((page) => this.budgets.list(page)), section, context);
    const months: BudgetMonth[] = [];
    for (const budget of budgets.items) {
      for (const { startMs, endMs } of touched) {
        const { year, month } = localDate(startMs, zone);
        if (year !== budget.year) continue;
        months.push({ budget, startMs, endMs, state: await this.states.state(budget.id, month) });
      }
    }
    return months;
  }
}

function perM2(title: string, unit: string, places: number): ReportColumn {
  return { title, kind: 'number', unit: `${unit}/m²`, places };
}

function willMissCell({ willMiss }: BudgetState, { words }: SectionContext): ReportCell {
  return textCell(willMiss === null ? null : words.frame[willMiss ? 'yes' : 'no']);
}
