import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EnergyType } from '../../api/energy-types';
import { endOfExport, startExport } from '../../api/exports';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import type { Span, Unit } from '../../format/calendar-period';
import type { Metric } from './energy-search';

export type Explanation = components['schemas']['ExplanationDto'];
export type Interval = 'hour' | 'day' | 'month';

/** A bucket of any metric. Only buckets of energy have the field `estimated`. */
export interface Bucket {
  timestamp: string;
  value: number | null;
  unit: string;
  coverage: number;
  estimated?: boolean;
}

export interface EnergyChoice extends Span {
  areaId: number;
  energyType: EnergyType;
  metric: Metric;
  interval: Interval;
}

/** The length of the buckets of a period. */
export const INTERVALS: Record<Unit, Interval> = { day: 'hour', week: 'day', month: 'day', year: 'month' };
const PATHS = {
  energy: '/api/energy/details',
  cost: '/api/energy/costs',
  emissions: '/api/energy/emissions',
} as const;

/** The first parts of the keys of the queries that depend on readings. */
export const ENERGY_FIGURES = [...Object.values(PATHS), '/api/energy/stats', '/api/energy/balance'];

export const bucketsQuery = ({ metric, ...query }: EnergyChoice) =>
  queryOptions({
    queryKey: [PATHS[metric], query],
    queryFn: ({ signal }): Promise<Bucket[]> =>
      unwrap(plantroom.api.GET(PATHS[metric], { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** The length of the buckets of a balance. Only a year has more than one. */
const BALANCE_INTERVALS = { day: 'day', week: 'week', month: 'month', year: 'month' } as const;
export type BalancePoint = components['schemas']['BalancePointDto'];

export const balanceQuery = ({ areaId, energyType, from, to }: EnergyChoice, unit: Unit) => {
  const query = { areaId, energyType, from, to, interval: BALANCE_INTERVALS[unit] };
  return queryOptions({
    queryKey: ['/api/energy/balance', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/balance', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

interface StatsChoice extends Span {
  areaId: number;
  energyType: EnergyType;
  /** The current period ends now, and is compared with the same part of the previous period. */
  period: 'today' | 'thisWeek' | 'thisMonth' | 'custom';
}

export const statsQuery = ({ areaId, energyType, period, from, to }: StatsChoice) => {
  const query = { areaId, energyType, period, ...(period === 'custom' && { from, to }) };
  return queryOptions({
    queryKey: ['/api/energy/stats', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/stats', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const energyUnitOf = ({ energyType }: Pick<EnergyChoice, 'energyType'>): string =>
  energyType === 'water' ? 'm³' : 'kWh';

export const powerUnitOf = ({ energyType }: Pick<EnergyChoice, 'energyType'>): string =>
  energyType === 'water' ? 'm³/h' : 'kW';

export const explanationQuery = (query: EnergyChoice) =>
  queryOptions({
    queryKey: ['/api/energy/explain', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/explain', { params: { query }, signal })),
  });

/**
 * Exports the chosen energy to a CSV file, and waits until it is complete.
 * @returns the id of the file
 * @throws Error with the reason, if the export has failed
 */
export async function exportEnergy({
  areaId,
  energyType,
  interval,
  from,
  to,
}: EnergyChoice): Promise<string> {
  const { jobId } = await startExport({
    type: 'energy',
    from,
    to,
    filters: { areaId, energyType, interval },
  });
  return endOfExport(jobId);
}
