import type { BaselineEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { energyUnit } from '../../../metering/arithmetic/meter-arithmetic';
import {
  type BaselineSavings,
  BaselineSavingsService,
  type SavingsQuery,
} from '../../../metering/baselines/baseline-savings.service';
import { BaselinesService } from '../../../metering/baselines/baselines.service';
import type { NormalizedPoint } from '../../../metering/baselines/normalized';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { CHARTED_SERIES } from '../chart-limits';
import {
  commonUnit,
  coveragePercent,
  numberCell,
  PERCENT,
  percentLabel,
  readablePlaces,
  textCell,
  timeCell,
} from '../figures';
import { newestRecords } from '../records/newest-records';
import { areaName, inAreas, instantCell } from '../records/record-view';
import type { ChartSection, ReportColumn, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { bucketLabel, fittingInterval } from '../time-labels';
import { tableOverTime } from './series-table';

interface BaselineRow {
  baseline: BaselineEntity;
  /** The start of the part of the period that is compared with the baseline. */
  from: Date;
  savings: BaselineSavings;
}

/** Builds the sections about the savings since measures. Their days and months are those of the platform's zone. */
@Injectable()
export class SavingsSectionsService {
  constructor(
    private readonly baselines: BaselinesService,
    private readonly savings: BaselineSavingsService,
    private readonly configuration: ConfigurationService,
  ) {}

  build(section: MeasuringSection, context: SectionContext): Promise<ChartSection | TableSection> {
    return section.kind === 'chart' ? this.chart(section, context) : this.table(section, context);
  }

  private async table(section: MeasuringSection, context: SectionContext): Promise<TableSection> {
    const { words } = context;
    const baselines = await this.reported(section, context);
    const rows = await this.read(baselines, context, 'range');
    context.rows.take(rows.length);
    const { isMixed, energyColumn } = unitsOf(baselines);
    const points = rows.map(({ savings }) => savings.points[0]);
    const gaps = rows.flatMap(({ baseline: { name } }, index) => {
      const percent = coveragePercent(points[index]?.coverage ?? 1);
      return percent < 100 ? [words.incomplete(name, percentLabel(percent, context.language))] : [];
    });
    return {
      kind: 'table',
      title: headingOf(section, context),
      remarks: [...remarksOf(section, context, rows), ...gaps],
      columns: [
        { title: words.columns.baseline, kind: 'text' },
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.since, kind: 'time' },
        ...(isMixed ? [{ title: words.frame.unit, kind: 'text' as const }] : []),
        energyColumn(
          words.columns.expected,
          points.map((point) => point?.expected ?? null),
        ),
        energyColumn(
          words.columns.actual,
          points.map((point) => point?.actual ?? null),
        ),
        {
          ...energyColumn(
            words.columns.saving,
            rows.map(({ savings: { saving } }) => saving?.kwh ?? null),
          ),
          signed: true,
        },
        { title: words.columns.saving, ...PERCENT, signed: true },
        { title: words.columns.uncertainty, ...PERCENT },
      ],
      rows: rows.map(({ baseline, from, savings: { saving } }, index) => {
        const point = points[index];
        return [
          textCell(baseline.name),
          textCell(areaName(baseline.areaId, context)),
          instantCell(from, context),
          ...(isMixed ? [textCell(energyUnit(baseline.energyType))] : []),
          numberCell(point?.expected ?? null),
          numberCell(point?.actual ?? null),
          numberCell(saving?.kwh ?? null),
          numberCell(saving?.percent ?? null),
          numberCell(saving?.uncertaintyPercent ?? null),
        ];
      }),
    };
  }

  /** A row per month and newest baseline of an area and energy type. A month that the period cuts is less covered. */
  async ofNormalized(section: MeasuringSection, context: SectionContext): Promise<TableSection> {
    const { words, period, language } = context;
    const zone = await this.configuration.timezone();
    const records = await newestRecords((page) => this.baselines.list(page));
    const baselines = newestOfEach(inAreas(records, section, context).items);
    const range = { from: new Date(period.fromMs).toISOString(), to: new Date(period.toMs).toISOString() };
    const lines: (NormalizedPoint & { baseline: BaselineEntity })[] = [];
    const unfitted: string[] = [];
    for (const baseline of baselines) {
      const { points, missing } = await this.savings.normalized(baseline.id, { ...range, interval: 'month' });
      context.rows.take(points.length);
      lines.push(...points.map((point) => ({ ...point, baseline })));
      if (missing) unfitted.push(words.remarks.noNormalized(baseline.name, words.reason(missing)));
    }
    const { isMixed, energyColumn } = unitsOf(lines.map(({ baseline }) => baseline));
    const isUnknown = lines.some(({ normalized }) => normalized === null);
    return {
      kind: 'table',
      title: headingOf(section, context),
      remarks: [
        ...areasOfSection(section, context).remarks,
        ...(lines.length > 0 ? [words.remarks.usualWeather] : []),
        ...unfitted,
        ...(isUnknown ? [words.remarks.unknown] : []),
        ...(baselines.length === 0 ? [words.remarks.nothing] : []),
      ],
      columns: [
        { title: words.columns.baseline, kind: 'text' },
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.month, kind: 'time' },
        ...(isMixed ? [{ title: words.frame.unit, kind: 'text' as const }] : []),
        energyColumn(
          words.columns.actual,
          lines.map(({ actual }) => actual),
        ),
        energyColumn(
          words.columns.usualWeather,
          lines.map(({ normalized }) => normalized),
        ),
        { title: words.columns.weatherYears, kind: 'number', places: 0 },
        { title: words.columns.coverage, ...PERCENT },
      ],
      rows: lines.map(({ baseline, startMs, actual, normalized, years, coverage }) => [
        textCell(baseline.name),
        textCell(areaName(baseline.areaId, context)),
        timeCell(bucketLabel('month', startMs, zone, language), startMs),
        ...(isMixed ? [textCell(energyUnit(baseline.energyType))] : []),
        numberCell(actual),
        numberCell(normalized),
        numberCell(years),
        numberCell(coveragePercent(coverage)),
      ]),
    };
  }

  /** A line per baseline. A chart of days leaves out the baselines that explain only months. */
  private async chart(section: MeasuringSection, context: SectionContext): Promise<ChartSection> {
    const { words, period } = context;
    const baselines = await this.reported(section, context);
    const zone = await this.configuration.timezone();
    const interval =
      fittingInterval(period, zone) === 'month' || baselines.every(isByMonth) ? 'month' : 'day';
    const unit = baselines[0] ? energyUnit(baselines[0].energyType) : 'kWh';
    const otherUnit = baselines.filter(({ energyType }) => energyUnit(energyType) !== unit);
    const byMonth = baselines.filter((baseline) => interval === 'day' && isByMonth(baseline));
    const charted = baselines.filter(
      (baseline) => !otherUnit.includes(baseline) && !byMonth.includes(baseline),
    );
    const rows = await this.read(charted.slice(0, CHARTED_SERIES), context, interval);
    const starts = [
      ...new Set(rows.flatMap(({ savings: { points } }) => points.map(({ startMs }) => startMs))),
    ].toSorted((one, other) => one - other);
    context.rows.take(starts.length);
    const series = rows
      .filter(({ savings: { missing } }) => missing === null)
      .map(({ baseline, savings: { points } }) => {
        const saved = new Map(points.map(({ startMs, cumulativeSaving }) => [startMs, cumulativeSaving]));
        const values = starts.map((startMs) => ({ value: saved.get(startMs) ?? null }));
        const places = readablePlaces(values.map(({ value }) => value));
        return { title: baseline.name, unit, places, signed: true, values };
      });
    const { otherUnit: inOtherUnit, onlyByMonth, omittedGroups } = words.remarks;
    const omitted = charted.length - rows.length;
    return {
      kind: 'chart',
      shape: 'lines',
      title: section.title ? section.title : words.cumulativeSavings,
      remarks: [
        ...remarksOf(section, context, rows),
        ...(otherUnit.length > 0 ? [inOtherUnit(namesOf(otherUnit))] : []),
        ...(byMonth.length > 0 ? [onlyByMonth(namesOf(byMonth))] : []),
        ...(omitted > 0 ? [omittedGroups(omitted)] : []),
      ],
      ...tableOverTime(interval, starts, series, { ...context, zone }),
    };
  }

  /** The baselines of the section's areas whose measure was complete before the end of the period. */
  private async reported(section: MeasuringSection, context: SectionContext): Promise<BaselineEntity[]> {
    const records = await newestRecords((page) => this.baselines.list(page));
    return inAreas(records, section, context).items.filter(
      ({ reportingFrom }) => reportingFrom.getTime() < context.period.toMs,
    );
  }

  private async read(
    baselines: readonly BaselineEntity[],
    { period }: SectionContext,
    interval: SavingsQuery['interval'],
  ): Promise<BaselineRow[]> {
    const rows: BaselineRow[] = [];
    for (const baseline of baselines) {
      const from = new Date(Math.max(period.fromMs, baseline.reportingFrom.getTime()));
      const query = { from: from.toISOString(), to: new Date(period.toMs).toISOString(), interval };
      rows.push({ baseline, from, savings: await this.savings.savings(baseline.id, query) });
    }
    return rows;
  }
}

/** Returns the last baseline of each area and energy type. @param baselines in the order of their ids */
function newestOfEach(baselines: readonly BaselineEntity[]): BaselineEntity[] {
  const groups = groupBy(baselines, ({ areaId, energyType }) => `${areaId} ${energyType}`);
  return [...groups.values()].flatMap((group) => group.slice(-1));
}

/** Returns whether the energies of the baselines differ in their unit, and how to make a column of them. */
function unitsOf(baselines: readonly BaselineEntity[]) {
  const { isMixed, ...common } = commonUnit(baselines.map(({ energyType }) => energyUnit(energyType)));
  const energyColumn = (title: string, values: readonly (number | null)[]): ReportColumn => ({
    title,
    kind: 'number',
    ...common,
    places: readablePlaces(values),
  });
  return { isMixed, energyColumn };
}

function remarksOf(
  section: MeasuringSection,
  context: SectionContext,
  rows: readonly BaselineRow[],
): string[] {
  const { words } = context;
  const { noSaving, unknown, nothing } = words.remarks;
  const unfitted = rows.flatMap(({ baseline, savings: { missing } }) =>
    missing ? [noSaving(baseline.name, words.reason(missing))] : [],
  );
  const isUnknown = rows.some(({ savings: { saving, missing } }) => !missing && !saving);
  return [
    ...areasOfSection(section, context).remarks,
    ...unfitted,
    ...(isUnknown ? [unknown] : []),
    ...(rows.length === 0 ? [nothing] : []),
  ];
}

const isByMonth = ({ method }: BaselineEntity): boolean => method === 'monthlyDegreeDays';

const namesOf = (baselines: readonly BaselineEntity[]): string =>
  baselines.map(({ name }) => name).join(', ');
