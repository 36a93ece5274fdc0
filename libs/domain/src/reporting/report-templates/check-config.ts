import type { ReportConfig, ReportGroup, ReportMetric, ReportSectionConfig } from '@app/entities';
import type { ErrorDetail } from '@app/kernel';

/** The metrics that come from meters. */
export const METERED: readonly ReportMetric[] = ['energy', 'cost', 'emissions', 'power'];

const GROUPS: Record<ReportMetric, readonly ReportGroup[]> = {
  energy: ['area', 'energyType'],
  cost: ['area', 'energyType', 'tariff'],
  emissions: ['area', 'energyType'],
  power: ['area'],
  alerts: ['area', 'severity', 'status'],
  faults: ['area', 'severity', 'status'],
  maintenance: ['status'],
};

type Field = keyof ReportSectionConfig;
type MeasuringSection = ReportSectionConfig & { metric: ReportMetric };

interface Rule {
  field: Field;
  breaks: (section: MeasuringSection) => boolean;
  message: (section: MeasuringSection) => string;
}

/** The fields that define what a section measures. */
const MEASURING: readonly Field[] = ['metric', 'groupBy', 'interval', 'areaIds', 'energyType', 'compare'];

const RULES: readonly Rule[] = [
  {
    field: 'groupBy',
    breaks: ({ metric, groupBy }) => groupBy !== undefined && !GROUPS[metric].includes(groupBy),
    message: ({ metric, groupBy }) =>
      `must be ${listOf(GROUPS[metric])}, because ${metric} cannot be grouped by ${groupBy}`,
  },
  {
    field: 'groupBy',
    breaks: ({ kind, groupBy }) => kind === 'summary' && groupBy !== undefined,
    message: () => 'does not apply to a summary. Use a table or a chart',
  },
  {
    field: 'groupBy',
    breaks: ({ kind, metric, groupBy }) =>
      kind === 'chart' && metric === 'maintenance' && groupBy === undefined,
    message: () => 'must be status in a chart of maintenance',
  },
  {
    field: 'interval',
    breaks: ({ kind, interval }) => kind === 'summary' && interval !== undefined,
    message: () => 'does not apply to a summary. Use a table or a chart',
  },
  {
    field: 'interval',
    breaks: ({ metric, interval }) => metric === 'maintenance' && interval !== undefined,
    message: () => 'does not apply to maintenance, which is counted for the whole period',
  },
  {
    field: 'interval',
    breaks: ({ groupBy, interval }) => groupBy === 'tariff' && interval !== undefined,
    message: () => 'does not apply if groupBy is tariff, because these groups are totals of the period',
  },
  {
    field: 'areaIds',
    breaks: ({ metric, areaIds = [] }) => metric === 'maintenance' && areaIds.length > 0,
    message: () => 'does not apply to maintenance, because work orders have no area',
  },
  {
    field: 'energyType',
    breaks: ({ metric, energyType }) => energyType !== undefined && !METERED.includes(metric),
    message: ({ metric }) => `does not apply to ${metric}`,
  },
  {
    field: 'energyType',
    breaks: ({ groupBy, energyType }) => groupBy === 'energyType' && energyType !== undefined,
    message: () => 'does not apply if groupBy is energyType, because these groups show all types',
  },
  {
    field: 'energyType',
    breaks: ({ metric, energyType }) => metric === 'power' && energyType === 'water',
    message: () => 'must not be water, because water has no power',
  },
  {
    field: 'compare',
    breaks: ({ metric, compare }) => compare === true && !METERED.includes(metric),
    message: ({ metric }) => `does not apply to ${metric}`,
  },
  {
    field: 'compare',
    breaks: ({ compare, groupBy }) => compare === true && groupBy === 'tariff',
    message: () => 'does not apply if groupBy is tariff',
  },
  {
    field: 'compare',
    breaks: ({ kind, compare, groupBy, interval }) =>
      compare === true && groupBy !== undefined && (kind === 'chart' || interval !== undefined),
    message: () => 'applies only to a section without groups, or to a table that has groups but no interval',
  },
];

/** Lists the fields that are missing, and the combinations that no report can show. */
export function configProblems({ sections }: ReportConfig): ErrorDetail[] {
  return sections.flatMap((section, index) =>
    sectionProblems(section).map(({ path, message }) => ({ path: `sections[${index}].${path}`, message })),
  );
}

function sectionProblems(section: ReportSectionConfig): { path: Field; message: string }[] {
  if (section.kind === 'text') return textProblems(section);
  const { metric, kind } = section;
  if (metric === undefined) return [{ path: 'metric', message: `is required in a ${kind} section` }];
  const measuring = { ...section, metric };
  return RULES.filter(({ breaks }) => breaks(measuring)).map(({ field, message }) => ({
    path: field,
    message: message(measuring),
  }));
}

function textProblems(section: ReportSectionConfig): { path: Field; message: string }[] {
  const isEmpty = (section.text ?? '').trim() === '';
  return [
    ...(isEmpty ? [{ path: 'text' as const, message: 'is required in a text section' }] : []),
    ...MEASURING.filter((field) => section[field] !== undefined).map((path) => ({
      path,
      message: 'does not apply to a text section',
    })),
  ];
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
