import type { EnergyType, ReportInterval } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { chartedAreas, listedAreas } from '../area-rows';
import type { ReportSpan } from '../report-document';
import { areasOfSection, type MeasuringSection, type SectionContext } from '../section-context';
import { ComparedFiguresService, type ComparedPair } from './compared-figures.service';
import {
  type AmountMetric,
  MeteredFiguresService,
  type MeteredPoint,
  type MeteredQuery,
} from './metered-figures.service';

const ENERGY_TYPES: readonly EnergyType[] = ['electricity', 'gas', 'water', 'heating', 'cooling'];

export type AmountSection = MeasuringSection & { metric: AmountMetric };

/** The figures of an area, of an energy type, or of all chosen areas. */
export interface MeteredGroup {
  title: string;
  points: MeteredPoint[];
  /** The figures of the previous period; empty if the section does not compare periods. */
  before: MeteredPoint[];
  /** By which values each point is compared with the previous period; empty if the section does not compare periods. */
  compared: ComparedPair[];
}

/** Reads the figures of a section, divided into its groups. */
@Injectable()
export class MeteredGroupsService {
  constructor(
    private readonly figures: MeteredFiguresService,
    private readonly comparisons: ComparedFiguresService,
  ) {}

  /** Returns a single group if the section has no `groupBy`. An energy type without meters has no group. */
  read(
    section: AmountSection,
    context: SectionContext,
    interval: ReportInterval | 'range',
  ): Promise<MeteredGroup[]> {
    if (section.groupBy === 'area') return this.byArea(section, context, interval);
    if (section.groupBy === 'energyType') return this.byEnergyType(section, context, interval);
    const { words } = context;
    const title = section.compare === true ? words.columns.current : words.metrics[section.metric];
    return this.combined(section, context, interval, { title, energyType: energyTypeOf(section) });
  }

  /** The figures of all chosen areas together, each meter once. */
  async totals(
    section: AmountSection,
    context: SectionContext,
  ): Promise<{ now: MeteredPoint; before: MeteredPoint | null; compared: ComparedPair | null }> {
    const { areaIds } = areasOfSection(section, context);
    const query = { energyType: energyTypeOf(section), zone: context.zone, areaIds };
    const read = (span: ReportSpan) => this.figures.total(section.metric, { ...query, span });
    const now = await read(context.period);
    if (section.compare !== true) return { now, before: null, compared: null };
    const before = await read(context.previous);
    const points = { now: [now], before: [before] };
    const range = { ...query, interval: 'range', combined: true } as const;
    const [compared = null] = await this.comparisons.pairs(section.metric, range, context, points);
    return { now, before, compared };
  }

  /** The point codes of the section's meters that are silent at the end of the period. */
  silentMeters(section: AmountSection, context: SectionContext): Promise<string[]> {
    const { areaIds } = areasOfSection(section, context);
    const query = { energyType: energyTypeOf(section), zone: context.zone, areaIds };
    return this.comparisons.silentMeters(query, context);
  }

  /** Reads the points of both periods. */
  private async both(
    section: AmountSection,
    context: SectionContext,
    query: Omit<MeteredQuery, 'span'>,
  ): Promise<Omit<MeteredGroup, 'title'>> {
    const read = (span: ReportSpan) => this.figures.points(section.metric, { ...query, span });
    const points = await read(context.period);
    if (section.compare !== true) return { points, before: [], compared: [] };
    const before = await read(context.previous);
    const compared = await this.comparisons.pairs(section.metric, query, context, { now: points, before });
    return { points, before, compared };
  }

  private async byEnergyType(
    section: AmountSection,
    context: SectionContext,
    interval: ReportInterval | 'range',
  ): Promise<MeteredGroup[]> {
    const { areaIds } = areasOfSection(section, context);
    const groups: MeteredGroup[] = [];
    for (const energyType of ENERGY_TYPES) {
      const { zone, period: span } = context;
      if ((await this.figures.meterCount({ energyType, span, zone, areaIds })) === 0) continue;
      const title = context.words.energyTypes[energyType];
      groups.push(...(await this.combined(section, context, interval, { title, energyType })));
    }
    return groups;
  }

  private async combined(
    section: AmountSection,
    context: SectionContext,
    interval: ReportInterval | 'range',
    { title, energyType }: { title: string; energyType: EnergyType },
  ): Promise<MeteredGroup[]> {
    const { areaIds } = areasOfSection(section, context);
    const query = { energyType, zone: context.zone, areaIds, interval, combined: true };
    return [{ title, ...(await this.both(section, context, query)) }];
  }

  private async byArea(
    section: AmountSection,
    context: SectionContext,
    interval: ReportInterval | 'range',
  ): Promise<MeteredGroup[]> {
    const { areaIds } = areasOfSection(section, context);
    const rows = section.kind === 'chart' ? chartedAreas : listedAreas;
    const areas = rows(context.site, areaIds);
    const query = {
      energyType: energyTypeOf(section),
      zone: context.zone,
      areaIds: areas.map(({ id }) => id),
      interval,
      combined: false,
    };
    const { points, before, compared } = await this.both(section, context, query);
    return areas.map(({ id, title }) => ({
      title,
      points: points.filter(({ areaId }) => areaId === id),
      before: before.filter(({ areaId }) => areaId === id),
      compared: compared.filter((_pair, index) => points[index]?.areaId === id),
    }));
  }
}

export function energyTypeOf({ energyType = 'electricity' }: MeasuringSection): EnergyType {
  return energyType;
}
