import type {
  ReportConfig,
  ReportGroup,
  ReportInterval,
  ReportMetric,
  ReportSectionConfig,
  SectionKind,
} from '@app/entities';
import { type ErrorDetail, type Message, say } from '@app/kernel';

/** The metrics that come from meters. */
export const METERED: readonly ReportMetric[] = ['energy', 'cost', 'emissions', 'power'];

/** Pictures of the energy of one area. */
export const PICTURES = ['heatMap', 'durationCurve', 'typicalDays', 'temperature', 'flow', 'change'] as const;

/** The metrics that have an energy type. Savings, normalized energy, budgets, losses and bills show all types. */
export const OF_ONE_TYPE: readonly ReportMetric[] = [
  ...METERED,
  'demand',
  'benchmarks',
  'degreeDays',
  'balance',
  ...PICTURES,
];

function forEach<Key extends string, Value>(keys: readonly Key[], value: Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;
}

const GROUPS: Record<ReportMetric, readonly ReportGroup[]> = {
  energy: ['area', 'energyType'],
  cost: ['area', 'energyType', 'tariff'],
  emissions: ['area', 'energyType'],
  power: ['area'],
  alerts: ['area', 'severity', 'status'],
  faults: ['area', 'severity', 'status'],
  maintenance: ['status'],
  demand: [],
  savings: [],
  normalized: [],
  budgets: [],
  losses: [],
  bills: [],
  benchmarks: [],
  degreeDays: [],
  balance: [],
  ...forEach(PICTURES, []),
};

/** The kinds and the intervals that a metric allows. The other metrics have no such limits. */
const LIMITS: Partial<
  Record<ReportMetric, { kind: readonly SectionKind[]; interval: readonly ReportInterval[] }>
> = {
  demand: { kind: ['summary', 'chart', 'table'], interval: ['day', 'month'] },
  savings: { kind: ['chart', 'table'], interval: [] },
  normalized: { kind: ['table'], interval: [] },
  budgets: { kind: ['table'], interval: [] },
  losses: { kind: ['table'], interval: [] },
  bills: { kind: ['table'], interval: [] },
  benchmarks: { kind: ['chart', 'table'], interval: [] },
  degreeDays: { kind: ['table'], interval: ['day', 'month'] },
  balance: { kind: ['table'], interval: [] },
  ...forEach(PICTURES, { kind: ['chart', 'table'] as const, interval: [] }),
  heatMap: { kind: ['chart'], interval: [] },
};

type Field = keyof ReportSectionConfig;
type MeasuringSection = ReportSectionConfig & { metric: ReportMetric };

interface Rule {
  field: Field;
  breaks: (section: MeasuringSection) => boolean;
  fault: (section: MeasuringSection) => Message;
}

/** The fields that define what a section measures. */
const MEASURING: readonly Field[] = [
  'metric',
  'groupBy',
  'interval',
  'areaIds',
  'energyType',
  'compare',
  'shareBy',
];

/** The field must have one of the values that its metric allows. If there is none, it must be omitted. */
const limited = (field: 'kind' | 'interval'): Rule => ({
  field,
  breaks: ({ metric, [field]: value }) => {
    const allowed: readonly string[] | undefined = LIMITS[metric]?.[field];
    return value !== undefined && allowed !== undefined && !allowed.includes(value);
  },
  fault: ({ metric }) => {
    const allowed = LIMITS[metric]?.[field] ?? [];
    return allowed.length === 0
      ? say('not_for_metric', { metric })
      : say('not_of_metric', { choices: listOf(allowed), metric });
  },
});

const RULES: readonly Rule[] = [
  limited('kind'),
  limited('interval'),
  {
    field: 'groupBy',
    breaks: ({ metric, groupBy }) => groupBy !== undefined && !GROUPS[metric].includes(groupBy),
    fault: ({ metric, groupBy }) =>
      GROUPS[metric].length === 0
        ? say('not_for_metric', { metric })
        : say('not_group', { groups: listOf(GROUPS[metric]), metric, group: String(groupBy) }),
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
    breaks: ({ metric, energyType }) => energyType !== undefined && !OF_ONE_TYPE.includes(metric),
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
    field: 'shareBy',
    breaks: ({ metric, shareBy }) => shareBy !== undefined && metric !== 'bills',
    fault: ({ metric }) => say('not_for_metric', { metric }),
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
