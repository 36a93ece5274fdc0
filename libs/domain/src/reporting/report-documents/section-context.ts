import type { Language, ReportMetric, ReportSectionConfig } from '@app/entities';
import type { Site } from '../../metering/areas/area-tree';
import { OF_ONE_TYPE } from '../report-templates/check-config';
import type { ReportSpan } from './report-document';
import type { RowBudget } from './row-budget';
import type { ReportWords } from './words/report-words';

/** A section that measures something. */
export type MeasuringSection = ReportSectionConfig & { metric: ReportMetric };

/** The parts of a report that all of its sections share. */
export interface SectionContext {
  language: Language;
  words: ReportWords;
  /** IANA name of the time zone of buckets and labels. */
  zone: string;
  period: ReportSpan;
  previous: ReportSpan;
  /** The areas for sections that do not name any areas; empty for the whole site. */
  areaIds: readonly number[];
  site: Site;
  nowMs: number;
  rows: RowBudget;
}

/** The areas of a section. */
export interface SectionAreas {
  /** Undefined for the whole site. */
  areaIds: number[] | undefined;
  /** Remarks about areas that no longer exist. */
  remarks: string[];
}

export function areasOfSection(section: MeasuringSection, context: SectionContext): SectionAreas {
  const own = section.areaIds ?? [];
  const wanted = own.length > 0 ? own : context.areaIds;
  if (wanted.length === 0) return { areaIds: undefined, remarks: [] };
  const known = new Set(context.site.areas.map(({ id }) => id));
  const missing = wanted.filter((id) => !known.has(id));
  return {
    areaIds: wanted.filter((id) => known.has(id)),
    remarks: missing.length === 0 ? [] : [context.words.remarks.missingAreas(missing.join(', '))],
  };
}

/** The default heading of a section, or the heading in its configuration. */
export function headingOf(
  { title, metric, energyType = 'electricity', groupBy, interval, compare = false, kind }: MeasuringSection,
  { words }: SectionContext,
): string {
  if (title !== undefined && title !== '') return title;
  const isOfOneType = OF_ONE_TYPE.includes(metric) && groupBy !== 'energyType';
  return words.heading({
    metric: words.metrics[metric],
    energyType: isOfOneType ? words.energyTypes[energyType] : null,
    group: groupBy === undefined ? null : words.groups[groupBy],
    interval: interval === undefined ? null : words.intervals[interval],
    compared: compare && kind !== 'summary',
  });
}
