import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import type { Span, Unit } from '../../format/calendar-period';
import type { EnergyType, Metric } from './energy-search';

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
  costs: '/api/energy/costs',
  emissions: '/api/energy/emissions',
} as const;

export const bucketsQuery = ({ metric, ...query }: EnergyChoice) =>
  queryOptions({
    queryKey: [PATHS[metric], query],
    queryFn: ({ signal }): Promise<Bucket[]> =>
      unwrap(plantroom.api.GET(PATHS[metric], { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

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

export const explanationQuery = (query: EnergyChoice) =>
  queryOptions({
    queryKey: ['/api/energy/explain', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/explain', { params: { query }, signal })),
  });

const EXPORT_POLL_MS = 1000;
const ended = new Set(['completed', 'failed']);

/**
 * Exports the chosen energy to a CSV file, and waits until it is complete. The event stream does not report exports, so
 * this function requests the state repeatedly.
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
  const body = { type: 'energy' as const, from, to, filters: { areaId, energyType, interval } };
  const { jobId } = await unwrap(plantroom.api.POST('/api/reports/export', { params: { header: {} }, body }));
  for (;;) {
    const path = { jobId };
    const job = await unwrap(plantroom.api.GET('/api/reports/export/{jobId}', { params: { path } }));
    if (job.fileId) return job.fileId;
    if (ended.has(job.status)) throw new Error(job.error ?? job.status);
    await new Promise((resolve) => setTimeout(resolve, EXPORT_POLL_MS));
  }
}
