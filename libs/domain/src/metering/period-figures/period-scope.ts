import type { Saving } from '../baselines/savings';
import type { EnergyType } from '@app/entities';
import type { Bucket, BucketInterval } from '../arithmetic/calendar';
import type { EnergyScopeQuery } from '../energy/energy-scope.service';
import type { EnergyStats } from '../energy/energy-stats.service';

/** The figures of a period. Figures are null if nothing was measured, or if a rate is missing. */
export interface PeriodFigures extends EnergyStats {
  unit: string;
  points?: PeriodPoint[];
  /** The measured energy that is compared with a baseline or a budget, see `total`. */
  actual?: number | null;
  /** The saving against the baseline; null if no day is complete, or if the baseline has no model. */
  saving?: Omit<Saving, 'confidence'> | null;
  /** The expected energy of the whole month of a budget, and whether it is above the budget. */
  forecast?: number | null;
  willMiss?: boolean | null;
}

export interface PeriodPoint {
  /** Start of the whole bucket, ISO 8601 UTC. */
  timestamp: string;
  value: number | null;
  coverage: number;
}

/** The area, the energy type and the time zone of all figures. */
export interface PeriodScope {
  areaId?: number;
  energyType: EnergyType;
  zone: string;
}

export function scopeQuery(
  { areaId, energyType, zone }: PeriodScope,
  { startMs, endMs }: Bucket,
  interval: BucketInterval | 'range',
): EnergyScopeQuery {
  return {
    ...(areaId !== undefined && { areaId }),
    energyType,
    from: new Date(startMs).toISOString(),
    to: new Date(endMs).toISOString(),
    interval,
    combined: true,
    timezone: zone,
  };
}
