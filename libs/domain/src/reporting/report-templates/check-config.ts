import type { ReportConfig, ReportGroup, ReportMetric, ReportSectionConfig } from '@app/entities';
import { type ErrorDetail, type Message, say } from '@app/kernel';

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
  fault: (section: MeasuringSection) => Message;
}

/** The fields that define what a section measures. */
const MEASURING: readonly Field[] = ['metric', 'groupBy', 'interval', 'areaIds', 'energyType', 'compare'];

const RULES: readonly Rule[] = [
  {
    field: 'groupBy',
    breaks: ({ metric, groupBy }) => groupBy !== undefined && !GROUPS[metric].includes(groupBy),
    fault: ({ metric, groupBy }) =>
      say('not_group', { groups: listOf(GROUPS[metric]), metric, group: String(groupBy) }),
  },
  {
    field: 'groupBy',
    breaks: ({ kind, groupBy }) => kind === 'summary' && groupBy !== undefined,
    fault: () => say('not_for_summary'),
  },
  {
    field: 'groupBy',
    breaks: ({ kind, metric, groupBy }) =>
      kind === 'chart' && metric === 'maintenance' && groupBy === undefined,
    fault: () => say('maintenance_by_status'),
  },
  {
    field: 'interval',
    breaks: ({ kind, interval }) => kind === 'summary' && interval !== undefined,
    fault: () => say('not_for_summary'),
  },
  {
    field: 'interval',
    breaks: ({ metric, interval }) => metric === 'maintenance' && interval !== undefined,
    fault: () => say('maintenance_without_interval'),
  },
  {
    field: 'interval',
    breaks: ({ groupBy, interval }) => groupBy === 'tariff' && interval !== undefined,
    fault: () => say('tariff_totals'),
  },
  {
    field: 'areaIds',
    breaks: ({ metric, areaIds = [] }) => metric === 'maintenance' && areaIds.length > 0,
    fault: () => say('maintenance_without_area'),
  },
  {
    field: 'energyType',
    breaks: ({ metric, energyType }) => energyType !== undefined && !METERED.includes(metric),
    fault: ({ metric }) => say('not_for_metric', { metric }),
  },
  {
    field: 'energyType',
    breaks: ({ groupBy, energyType }) => groupBy === 'energyType' && energyType !== undefined,
    fault: () => say('all_energy_types'),
  },
  {
    field: 'energyType',
    breaks: ({ metric, energyType }) => metric === 'power' && energyType === 'water',
    fault: () => say('water_without_power'),
  },
  {
    field: 'compare',
    breaks: ({ metric, compare }) => compare === true && !METERED.includes(metric),
    fault: ({ metric }) => say('not_for_metric', { metric }),
  },
  {
    field: 'compare',
    breaks: ({ compare, groupBy }) => compare === true && groupBy === 'tariff',
    fault: () => say('not_by_tariff'),
  },
  {
    field: 'compare',
    breaks: ({ kind, compare, groupBy, interval }) =>
      compare === true && groupBy !== undefined && (kind === 'chart' || interval !== undefined),
    fault: () => say('compare_ungrouped'),
  },
];

/** Lists the fields that are missing, and the combinations that no report can show. */
export function configProblems({ sections }: ReportConfig): ErrorDetail[] {
  return sections.flatMap((section, index) =>
    sectionProblems(section).map((fault) => ({ ...fault, path: `sections[${index}].${fault.path}` })),
  );
}

function sectionProblems(section: ReportSectionConfig): ErrorDetail[] {
  if (section.kind === 'text') return textProblems(section);
  const { metric, kind } = section;
  if (metric === undefined) return [{ path: 'metric', ...say('required_in_section', { kind }) }];
  const measuring = { ...section, metric };
  return RULES.filter(({ breaks }) => breaks(measuring)).map(({ field, fault }) => ({
    path: field,
    ...fault(measuring),
  }));
}

function textProblems(section: ReportSectionConfig): ErrorDetail[] {
  const isEmpty = (section.text ?? '').trim() === '';
  return [
    ...(isEmpty ? [{ path: 'text' as const, ...say('required_in_section', { kind: 'text' }) }] : []),
    ...MEASURING.filter((field) => section[field] !== undefined).map((path) => ({
      path,
      ...say('not_in_text'),
    })),
  ];
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
