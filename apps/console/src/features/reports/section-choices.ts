import type { Section } from './reports.queries';

export type Metric = NonNullable<Section['metric']>;
export type GroupBy = NonNullable<Section['groupBy']>;

export const KINDS = ['summary', 'chart', 'table', 'text'] as const;
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
/** The groupings that each metric allows. */
export const GROUPS: Record<Metric, readonly GroupBy[]> = {
  energy: ['area', 'energyType'],
  cost: ['area', 'energyType', 'tariff'],
  emissions: ['area', 'energyType'],
  power: ['area'],
  alerts: ['area', 'severity', 'status'],
  faults: ['area', 'severity', 'status'],
  maintenance: ['status'],
};
export const METRICS = Object.keys(GROUPS) as Metric[];
const METERED = new Set<Metric>(['energy', 'cost', 'emissions', 'power']);

/** Returns which choices the kind and the metric of a section allow. */
export function choicesOf({ kind, metric = 'energy', groupBy }: Section) {
  const isDivided = kind === 'chart' || kind === 'table';
  return {
    groups: isDivided ? GROUPS[metric] : [],
    hasInterval: isDivided && metric !== 'maintenance' && groupBy !== 'tariff',
    hasEnergyType: kind !== 'text' && METERED.has(metric) && groupBy !== 'energyType',
  };
}

/** Returns the section without choices that its kind and metric do not allow, because the API refuses them. */
export function withoutUnused(section: Section): Section {
  const { kind, title, text, metric = 'energy', groupBy, interval, energyType, areaIds, compare } = section;
  const written = { ...(title && { title }), ...(text && { text }) };
  if (kind === 'text') return { kind, ...written };
  const { groups, hasInterval, hasEnergyType } = choicesOf(section);
  return {
    kind,
    metric,
    ...written,
    ...(groupBy && groups.includes(groupBy) && { groupBy }),
    ...(interval && hasInterval && { interval }),
    ...(energyType && hasEnergyType && { energyType }),
    ...(areaIds && areaIds.length > 0 && { areaIds }),
    ...(compare && { compare }),
  };
}
