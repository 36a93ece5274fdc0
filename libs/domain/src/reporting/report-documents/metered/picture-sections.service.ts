import { Injectable } from '@nestjs/common';
import type { Bucket } from '../../../metering/arithmetic/calendar';
import { energyMeters } from '../../../metering/areas/area-tree';
import { energyUnit, MWH_PER_KWH, toKwh } from '../../../metering/arithmetic/meter-arithmetic';
import { BaselineSavingsService } from '../../../metering/baselines/baseline-savings.service';
import { BaselinesService } from '../../../metering/baselines/baselines.service';
import { EnergyDetailsService } from '../../../metering/energy/energy-details.service';
import {
  type EnergyProfileQuery,
  EnergyProfilesService,
} from '../../../metering/energy/energy-profiles.service';
import { HourlyFiguresService } from '../../../metering/energy/hourly-figures.service';
import { type AreaRow, chosenArea } from '../area-rows';
import { numberCell, percentLabel, readablePlaces, textCell } from '../figures';
import type { ChartSection, ReportCell, ReportColumn, ReportSection, ReportSpan } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { periodLabel, spanYearBefore } from '../time-labels';
import { energyTypeOf } from './metered-groups.service';

export type PictureMetric = 'heatMap' | 'durationCurve' | 'typicalDays' | 'temperature' | 'flow' | 'change';

/** The values of a picture. The first column is its axis. */
interface Picture extends Pick<ChartSection, 'shape' | 'columns' | 'rows'> {
  remarks?: string[];
}

interface Subject {
  area: AreaRow;
  section: MeasuringSection;
  context: SectionContext;
  query: EnergyProfileQuery;
}

const HOURS_PER_DAY = 24;
/** One point per two percent. */
const DURATION_POINTS = 51;
/** A smaller share of the energy of the whole area is a part of the rest. */
const LEAST_FLOW = 0.02;
/** The largest number of changes in a chart. */
const MOST_STEPS = 10;
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

const clockTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const bucketOf = ({ fromMs, toMs }: ReportSpan): Bucket => ({ startMs: fromMs, endMs: toMs });

/** Builds pictures of the energy of one area: the first of the section, or the top area. */
@Injectable()
export class PictureSectionsService {
  private readonly pictures: Record<PictureMetric, (subject: Subject) => Promise<Picture>> = {
    heatMap: (subject) => this.heatMap(subject),
    durationCurve: (subject) => this.durationCurve(subject),
    typicalDays: (subject) => this.typicalDays(subject),
    temperature: (subject) => this.temperature(subject),
    flow: (subject) => this.flow(subject),
    change: (subject) => this.change(subject),
  };

  constructor(
    private readonly profiles: EnergyProfilesService,
    private readonly details: EnergyDetailsService,
    private readonly hourly: HourlyFiguresService,
    private readonly baselines: BaselinesService,
    private readonly savings: BaselineSavingsService,
  ) {}

  async build(
    metric: PictureMetric,
    section: MeasuringSection,
    context: SectionContext,
  ): Promise<ReportSection> {
    const { words, zone, period } = context;
    const { areaIds, remarks } = areasOfSection(section, context);
    const area = chosenArea(context.site, areaIds);
    const title = headingOf(section, context);
    if (!area) return { kind: 'text', title, remarks, text: words.remarks.nothing };
    const query: EnergyProfileQuery = {
      areaId: area.id,
      energyType: energyTypeOf(section),
      from: new Date(period.fromMs).toISOString(),
      to: new Date(period.toMs).toISOString(),
      timezone: zone,
    };
    const picture = await this.pictures[metric]({ area, section, context, query });
    context.rows.take(picture.rows.length);
    // A heat map and typical days have hours that do not exist, such as the one that the clock skips.
    const hasHours = metric === 'heatMap' || metric === 'typicalDays';
    const isUnknown =
      picture.rows.length === 0 || (!hasHours && picture.rows.flat().some(({ value }) => value === null));
    return {
      ...picture,
      kind: section.kind === 'table' ? 'table' : 'chart',
      title: section.title ? title : `${title}, ${area.title}`,
      remarks: [...remarks, ...(picture.remarks ?? []), ...(isUnknown ? [words.remarks.unknown] : [])],
    };
  }

  /** A row per day, and a column per hour. */
  private async heatMap({ section, context, query }: Subject): Promise<Picture> {
    const { days, hours } = await this.profiles.heatMap(query);
    const places = readablePlaces(hours.flat());
    const unit = energyUnit(energyTypeOf(section));
    return {
      shape: 'heat',
      columns: [
        { title: context.words.columns.day, kind: 'text' },
        ...Array.from({ length: HOURS_PER_DAY }, (_, hour): ReportColumn => {
          return { title: clockTime(hour), kind: 'number', unit, places };
        }),
      ],
      rows: days.map((day, index) => [textCell(day), ...(hours[index] ?? []).map((kwh) => numberCell(kwh))]),
    };
  }

  private async durationCurve({ section, context, query }: Subject): Promise<Picture> {
    const points = await this.profiles.durationCurve({ ...query, points: DURATION_POINTS });
    const { words, language } = context;
    return {
      shape: 'lines',
      columns: [
        { title: words.columns.share, kind: 'text' },
        powerColumn(
          section,
          words.metrics.power,
          points.map(({ kw }) => kw),
        ),
      ],
      rows: points.map(({ sharePercent, kw }) => [
        textCell(percentLabel(sharePercent, language)),
        numberCell(kw),
      ]),
    };
  }

  /** A line per weekday. */
  private async typicalDays({ section, context, query }: Subject): Promise<Picture> {
    const days = await this.profiles.typicalDays(query);
    const { words, language } = context;
    const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    return {
      shape: 'lines',
      columns: [
        { title: words.columns.hour, kind: 'text' },
        ...days.map(({ weekday, hours }) =>
          powerColumn(section, names.format(MONDAY_MS + (weekday - 1) * DAY_MS), hours),
        ),
      ],
      rows: Array.from({ length: HOURS_PER_DAY }, (_, hour) => [
        textCell(clockTime(hour)),
        ...days.map(({ hours }) => numberCell(hours[hour] ?? null)),
      ]),
    };
  }

  /** The days of the newest baseline of the area, in order of their temperature. */
  private async temperature({ area, section, context }: Subject): Promise<Picture> {
    const { words } = context;
    const baseline = await this.baselines.newestOfDays(area.id, energyTypeOf(section));
    const { days, missing } = baseline
      ? await this.savings.modelDays(baseline.id)
      : { days: [], missing: null };
    const unit = energyUnit(energyTypeOf(section));
    const places = readablePlaces(days.map(({ actual }) => actual));
    const sorted = days.toSorted((one, other) => one.temperatureC - other.temperatureC);
    return {
      shape: 'scatter',
      columns: [
        { title: words.columns.temperature, kind: 'number', unit: '°C', places: 1 },
        { title: words.columns.actual, kind: 'number', unit, places },
        { title: words.columns.expected, kind: 'number', unit, places },
      ],
      rows: sorted.map(({ temperatureC, actual, expected }) => [
        numberCell(temperatureC),
        numberCell(actual),
        numberCell(expected),
      ]),
      remarks: missing ? [words.reason(missing)] : [],
    };
  }

  /**
   * A row per flow from an area to an area inside it. The rest is the energy of no area inside and of small areas, which
   * could not be seen. A chart cannot draw a negative rest, and has a remark instead.
   */
  private async flow({ area, section, context, query }: Subject): Promise<Picture> {
    const { words, site } = context;
    const { areaId: _one, ...all } = query;
    const points = await this.details.points({ ...all, interval: 'range' });
    const energyOf = (id: number) => points.find(({ areaId }) => areaId === id)?.value ?? null;
    const whole = energyOf(area.id) ?? 0;
    const flows: { from: string; to: string; kwh: number | null }[] = [];
    const exceeded: string[] = [];
    const names = new Set<string>();
    // Two areas may have the same name, but each row must name its areas.
    const nameOf = (name: string, from: string): string => {
      let own = names.has(name) ? `${name} (${from})` : name;
      while (names.has(own)) own = `${own}*`;
      names.add(own);
      return own;
    };
    const visit = (id: number, from: string): void => {
      const inside = site.areas.filter(({ parentId }) => parentId === id);
      const shown = inside.flatMap(({ id: child, name }) => {
        const kwh = energyOf(child) ?? 0;
        return kwh > 0 && kwh >= LEAST_FLOW * whole ? [{ child, name: nameOf(name, from), kwh }] : [];
      });
      for (const { name, kwh } of shown) flows.push({ from, to: name, kwh });
      const rest = restOf(
        energyOf(id),
        shown.map(({ kwh }) => kwh),
      );
      const isExceeded = section.kind === 'chart' && Number(rest) < 0;
      if (shown.length > 0 && isExceeded) exceeded.push(from);
      else if (shown.length > 0 && rest !== null && rest !== 0)
        flows.push({ from, to: nameOf(words.rest, from), kwh: rest });
      for (const { child, name } of shown) visit(child, name);
    };
    visit(area.id, nameOf(area.title, ''));
    const places = readablePlaces(flows.map(({ kwh }) => kwh));
    return {
      shape: 'flow',
      columns: [
        { title: words.columns.from, kind: 'text' },
        { title: words.columns.to, kind: 'text' },
        { title: words.columns.energy, kind: 'number', unit: energyUnit(energyTypeOf(section)), places },
      ],
      rows: flows.map(({ from, to, kwh }) => [textCell(from), textCell(to), numberCell(kwh)]),
      remarks: exceeded.length > 0 ? [words.remarks.negativeRest(exceeded)] : [],
    };
  }

  /**
   * The steps from the energy a year before to that of the period, by the hours and meters that both have. The second
   * column has the changes, and the third one the energy after each of them.
   */
  private async change({ area, section, context }: Subject): Promise<Picture> {
    const { words, site, zone, period, language } = context;
    const earlier = spanYearBefore(period, zone);
    const spans = { current: bucketOf(period), previous: bucketOf(earlier) };
    const energies = async (areaId: number) => {
      const meters = energyMeters(site, energyTypeOf(section), areaId);
      const { common } = await this.hourly.compare(meters, spans, zone);
      return { now: common.now.total, before: common.before.total };
    };
    const whole = await energies(area.id);
    const steps: { title: string; kwh: number | null }[] = [];
    for (const { id, name } of site.areas.filter(({ parentId }) => parentId === area.id)) {
      const { now, before } = await energies(id);
      if (now !== null || before !== null) steps.push({ title: name, kwh: restOf(now, [before]) });
    }
    const rest = restOf(
      restOf(whole.now, [whole.before]),
      steps.map(({ kwh }) => kwh),
    );
    if (rest !== 0) steps.push({ title: words.rest, kwh: rest });
    steps.sort((one, other) => (one.kwh ?? 0) - (other.kwh ?? 0));
    foldSmall(steps, words.rest);
    let sum = whole.before;
    const rows: ReportCell[][] = [[textCell(words.columns.yearBefore), textCell(''), numberCell(sum)]];
    for (const { title, kwh } of steps) {
      sum = sum === null || kwh === null ? null : restOf(sum, [-kwh]);
      rows.push([textCell(title), numberCell(kwh), numberCell(sum)]);
    }
    rows.push([textCell(words.columns.current), textCell(''), numberCell(whole.now)]);
    const unit = energyUnit(energyTypeOf(section));
    const places = readablePlaces([whole.before, whole.now]);
    return {
      shape: 'waterfall',
      columns: [
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.change, kind: 'number', unit, places, signed: true },
        { title: words.columns.energy, kind: 'number', unit, places },
      ],
      rows,
      remarks: [words.remarks.yearBefore(periodLabel(earlier, zone, language))],
    };
  }
}

/** Adds up the smallest changes, in place, if there are more than a chart can show. */
function foldSmall(steps: { title: string; kwh: number | null }[], rest: string): void {
  if (steps.length <= MOST_STEPS) return;
  const bySize = steps.toSorted((one, other) => Math.abs(other.kwh ?? 0) - Math.abs(one.kwh ?? 0));
  const large = new Set(bySize.filter(({ title }) => title !== rest).slice(0, MOST_STEPS - 1));
  const small = steps.filter((step) => !large.has(step));
  const kwh = small.some((step) => step.kwh === null)
    ? null
    : toKwh(small.reduce((sum, step) => sum + mwh(step.kwh), 0));
  const kept = [...steps.filter((step) => large.has(step)), { title: rest, kwh }];
  steps.splice(0, steps.length, ...kept);
}

function powerColumn(
  section: MeasuringSection,
  title: string,
  values: readonly (number | null)[],
): ReportColumn {
  const unit = energyTypeOf(section) === 'water' ? 'm³/h' : 'kW';
  return { title, kind: 'number', unit, places: readablePlaces(values) };
}

const mwh = (kwh: number | null): number => Math.round((kwh ?? 0) * MWH_PER_KWH);

/** Subtracts energies in kWh in whole milliwatt-hours; null if one of them is not known. */
function restOf(whole: number | null, parts: readonly (number | null)[]): number | null {
  if (whole === null || parts.includes(null)) return null;
  return toKwh(parts.reduce<number>((rest, part) => rest - mwh(part), mwh(whole)));
}
