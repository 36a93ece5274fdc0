import type { Section } from './reports.queries';

export type Metric = NonNullable<Section['metric']>;
export type GroupBy = NonNullable<Section['groupBy']>;

type Kind = Section['kind'];
type Interval = NonNullable<Section['interval']>;

export const KINDS = ['summary', 'chart', 'table', 'text'] as const;
export const SHARED_BY = ['energy', 'floorArea'] as const;
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
/** Pictures of the energy of one area. */
const PICTURES = ['heatMap', 'durationCurve', 'typicalDays', 'temperature', 'flow', 'change'] as const;
/** The groupings that each metric allows. */
export const GROUPS: Record<Metric, readonly GroupBy[]> = {
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
  heatMap: [],
  durationCurve: [],
  typicalDays: [],
  temperature: [],
  flow: [],
  change: [],
};
/** The kinds and intervals of metrics that do not allow all of them. */
const LIMITS: Partial<Record<Metric, { kinds: readonly Kind[]; intervals: readonly Interval[] }>> = {
  maintenance: { kinds: KINDS, intervals: [] },
  demand: { kinds: KINDS, intervals: ['day', 'month'] },
  savings: { kinds: ['chart', 'table', 'text'], intervals: [] },
  normalized: { kinds: ['table', 'text'], intervals: [] },
  budgets: { kinds: ['table', 'text'], intervals: [] },
  losses: { kinds: ['table', 'text'], intervals: [] },
  bills: { kinds: ['table', 'text'], intervals: [] },
  benchmarks: { kinds: ['chart', 'table', 'text'], intervals: [] },
  degreeDays: { kinds: ['table', 'text'], intervals: ['day', 'month'] },
  balance: { kinds: ['table', 'text'], intervals: [] },
  ...Object.fromEntries(
    PICTURES.map((metric) => [metric, { kinds: ['chart', 'table', 'text'], intervals: [] }]),
  ),
  heatMap: { kinds: ['chart', 'text'], intervals: [] },
};
export const METRICS = Object.keys(GROUPS) as Metric[];
const METERED = new Set<Metric>(['energy', 'cost', 'emissions', 'power']);
const OF_ONE_TYPE = new Set<Metric>([
  ...METERED,
  'demand',
  'benchmarks',
  'degreeDays',
  'balance',
  ...PICTURES,
]);

/** Returns which choices the kind and the metric of a section allow. */
export function choicesOf({ kind, metric = 'energy', groupBy }: Section) {
  const isDivided = kind === 'chart' || kind === 'table';
  const { kinds, intervals } = LIMITS[metric] ?? { kinds: KINDS, intervals: INTERVALS };
  return {
    kinds,
    groups: isDivided ? GROUPS[metric] : [],
    intervals: isDivided && groupBy !== 'tariff' ? intervals : [],
    hasEnergyType: kind !== 'text' && OF_ONE_TYPE.has(metric) && groupBy !== 'energyType',
    canCompare: kind !== 'text' && METERED.has(metric),
    canShare: kind !== 'text' && metric === 'bills',
  };
}

/** Returns the section with another metric. Its kind changes if the metric does not allow it. */
export function withMetric(section: Section, metric: Metric): Section {
  const changed = { ...section, metric, groupBy: undefined };
  const { kinds } = choicesOf(changed);
  return { ...changed, kind: kinds.find((kind) => kind === section.kind) ?? kinds[0] ?? 'table' };
}

/** Returns the section without choices that its kind and metric do not allow, because the API refuses them. */
export function withoutUnused(section: Section): Section {
  const {
    kind,
    title,
    text,
    metric = 'energy',
    groupBy,
    interval,
    energyType,
    areaIds,
    compare,
    shareBy,
  } = section;
  const written = { ...(title && { title }), ...(text && { text }) };
  if (kind === 'text') return { kind, ...written };
  const { groups, intervals, hasEnergyType, canCompare, canShare } = choicesOf(section);
  return {
    kind,
    metric,
    ...written,
    ...(groupBy && groups.includes(groupBy) && { groupBy }),
    ...(interval && intervals.includes(interval) && { interval }),
    ...(energyType && hasEnergyType && { energyType }),
    ...(areaIds && areaIds.length > 0 && { areaIds }),
    ...(compare && canCompare && { compare }),
    ...(shareBy && canShare && { shareBy }),
  };
}
