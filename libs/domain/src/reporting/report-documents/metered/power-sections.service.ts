import type { ReportInterval } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { chartedAreas, listedAreas } from '../area-rows';
import { CHARTED_BARS, CHARTED_SERIES } from '../chart-limits';
import { changeOf, numberCell, PERCENT, readablePlaces, textCell, timeCell } from '../figures';
import type { ChartSection, ReportColumn, ReportSpan, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { fittingInterval, instantLabel } from '../time-labels';
import { type Powers, powersByBucket, powersIn } from './hourly-powers';
import { MeteredFiguresService, type MeteredPoint } from './metered-figures.service';
import { energyTypeOf } from './metered-groups.service';
import { remarksOf } from './metered-remarks';
import { type Series, tableOverTime } from './series-table';

interface AreaHours {
  title: string;
  hours: MeteredPoint[];
}

/** Builds charts and tables of mean and peak power. Both are computed from the energy of each hour. */
@Injectable()
export class PowerSectionsService {
  constructor(private readonly figures: MeteredFiguresService) {}

  build(section: MeasuringSection, context: SectionContext): Promise<ChartSection | TableSection> {
    if (section.groupBy === 'area' && section.interval === undefined) return this.areas(section, context);
    return this.overTime(section, context, section.interval ?? fittingInterval(context.period, context.zone));
  }

  private async overTime(
    section: MeasuringSection,
    context: SectionContext,
    interval: ReportInterval,
  ): Promise<ChartSection | TableSection> {
    const { period, zone } = context;
    const groups = await this.groups(section, context, period);
    const powers = groups.map(({ hours }) => powersByBucket(hours, period, interval, zone));
    const starts = (powers[0] ?? []).map(({ startMs }) => startMs);
    context.rows.take(starts.length);
    const series =
      section.groupBy === 'area'
        ? groups.map(({ title }, index) => areaSeries(title, powers[index] ?? [], interval))
        : await this.siteSeries(section, context, interval, powers[0] ?? []);
    const table = tableOverTime(
      interval,
      starts,
      section.kind === 'chart' ? series.slice(0, CHARTED_SERIES) : series,
      context,
    );
    const head = this.head({ ...section, interval }, context, powers.flat());
    return section.kind === 'chart'
      ? { kind: 'chart', shape: 'lines', ...head, ...table }
      : { kind: 'table', ...head, ...table };
  }

  private async siteSeries(
    section: MeasuringSection,
    context: SectionContext,
    interval: ReportInterval,
    powers: readonly Powers[],
  ): Promise<Series[]> {
    const { words, previous, zone } = context;
    const isHourly = interval === 'hour';
    const mean = seriesOf(words.columns.mean, powers, ({ mean: value }) => value);
    const peak = seriesOf(words.columns.peak, powers, ({ peak: value }) => value);
    if (section.compare !== true) return isHourly ? [mean] : [mean, peak];
    const [before] = await this.groups(section, context, previous);
    const earlier = powersByBucket(before?.hours ?? [], previous, interval, zone);
    const values = powers.map((_powers, index) => earlier[index]);
    const figure = (one: Powers | undefined) => (isHourly ? one?.mean : one?.peak) ?? null;
    const series = [
      { ...(isHourly ? mean : peak), title: words.columns.current },
      seriesOf(words.columns.previous, values, figure),
    ];
    if (section.kind === 'chart') return series;
    const changes = powers.map((one, index) => ({ value: changeOf(figure(one), figure(values[index])) }));
    return [...series, { title: words.columns.change, unit: '%', places: 1, signed: true, values: changes }];
  }

  private async areas(
    section: MeasuringSection,
    context: SectionContext,
  ): Promise<ChartSection | TableSection> {
    const { words, period, previous, zone } = context;
    const read = async (span: ReportSpan) =>
      (await this.groups(section, context, span)).map(({ title, hours }) => ({
        title,
        ...powersIn(hours, span),
      }));
    const rows = await read(period);
    const head = this.head(section, context, rows);
    const first: ReportColumn = { title: words.columns.area, kind: 'text' };
    const peakColumn = powerColumn(
      words.columns.peak,
      rows.map(({ peak }) => peak),
    );
    if (section.kind === 'chart') {
      const bars = rows.toSorted((one, other) => (other.peak ?? 0) - (one.peak ?? 0)).slice(0, CHARTED_BARS);
      context.rows.take(bars.length);
      const cells = bars.map(({ title, peak, estimated }) => [textCell(title), numberCell(peak, estimated)]);
      return { kind: 'chart', shape: 'bars', ...head, columns: [first, peakColumn], rows: cells };
    }
    context.rows.take(rows.length);
    const before = section.compare === true ? await read(previous) : null;
    const columns = [
      first,
      powerColumn(
        words.columns.mean,
        rows.map(({ mean }) => mean),
      ),
      peakColumn,
      { title: words.columns.peakTime, kind: 'time' as const },
      ...(before
        ? [
            powerColumn(
              `${words.columns.peak}, ${words.columns.previous}`,
              before.map(({ peak }) => peak),
            ),
            { title: words.columns.change, ...PERCENT, signed: true },
          ]
        : []),
    ];
    const cells = rows.map(({ title, mean, peak, peakMs, estimated }, index) => {
      const earlier = before?.[index]?.peak ?? null;
      return [
        textCell(title),
        numberCell(mean, estimated),
        numberCell(peak, estimated),
        peakMs === null ? textCell(null) : timeCell(instantLabel(peakMs, zone), peakMs),
        ...(before ? [numberCell(earlier), numberCell(changeOf(peak, earlier))] : []),
      ];
    });
    return { kind: 'table', ...head, columns, rows: cells };
  }

  /** The hours of each area, or of all chosen areas together. */
  private async groups(
    section: MeasuringSection,
    context: SectionContext,
    span: ReportSpan,
  ): Promise<AreaHours[]> {
    const { areaIds } = areasOfSection(section, context);
    const query = { energyType: energyTypeOf(section), span, zone: context.zone, interval: 'hour' as const };
    if (section.groupBy !== 'area') {
      const hours = await this.figures.points('energy', { ...query, areaIds, combined: true });
      return [{ title: context.words.metrics.power, hours }];
    }
    const areas = (section.kind === 'chart' ? chartedAreas : listedAreas)(context.site, areaIds);
    const ids = areas.map(({ id }) => id);
    const points = await this.figures.points('energy', { ...query, areaIds: ids, combined: false });
    return areas.map(({ id, title }) => ({ title, hours: points.filter(({ areaId }) => areaId === id) }));
  }

  private head(section: MeasuringSection, context: SectionContext, powers: readonly Powers[]) {
    const points = powers.map(({ mean, estimated }) => ({ value: mean, estimated }));
    return {
      title: headingOf(section, context),
      remarks: [...areasOfSection(section, context).remarks, ...remarksOf('power', points, context)],
    };
  }
}

function powerColumn(title: string, values: readonly (number | null)[]): ReportColumn {
  return { title, kind: 'number', unit: 'kW', places: readablePlaces(values) };
}

/** A series with the mean power if the buckets are hours, and with the peak power if they are longer. */
function areaSeries(title: string, powers: readonly Powers[], interval: ReportInterval): Series {
  return seriesOf(title, powers, ({ mean, peak }) => (interval === 'hour' ? mean : peak));
}

function seriesOf<Item extends Powers | undefined>(
  title: string,
  powers: readonly Item[],
  value: (powers: Item) => number | null,
): Series {
  const values = powers.map((one) => ({ value: value(one), estimated: one?.estimated ?? false }));
  return { title, unit: 'kW', places: readablePlaces(values.map((one) => one.value)), values };
}
