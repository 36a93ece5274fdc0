import type { Json } from './json';

export interface PointReading {
  value: Json;
  quality: 'good' | 'uncertain' | 'bad';
  /** ISO 8601, UTC. */
  timestamp: string;
}

export interface NamedPointReading extends PointReading {
  code: string;
}

export interface PointHistoryQuery {
  code: string;
  /** The range `[from, to)`, ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  /** The length of an interval. If undefined, the whole range is one interval. */
  interval?: '15m' | '1h' | '1d';
  aggregate: 'mean' | 'min' | 'max' | 'first' | 'last' | 'sum';
}

export interface HistoryPoint {
  /** Start of the interval, ISO 8601 UTC. */
  timestamp: string;
  value: Json;
}

/** Reads values of points, for nodes that do not write. */
export interface ReadingsPort {
  /**
   * Reads the current values of points. Each point is returned once.
   * @param names codes, and patterns in which `*` matches any text
   * @throws DomainError `not_found` for an unknown code; `too_many_points`
   */
  values(names: readonly string[]): Promise<NamedPointReading[]>;
  /**
   * Aggregates recorded values, except those of bad quality. Intervals without values are left out.
   * @throws DomainError `not_found` for an unknown code; `invalid` if the range is empty or too long
   */
  history(query: PointHistoryQuery): Promise<HistoryPoint[]>;
}

export interface EnergyPortQuery {
  metric: 'energy' | 'cost' | 'emissions' | 'demand' | 'baseline' | 'budget';
  /** The id of an area. If undefined, the figures are for the whole site, which has no demand, baseline or budget. */
  areaId?: number;
  energyType?: 'electricity' | 'gas' | 'water' | 'heating' | 'cooling';
  period: 'today' | 'yesterday' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth' | 'custom';
  /** The range of a custom period, ISO 8601. Without an offset, the time is in the platform's time zone. */
  from?: string;
  to?: string;
  interval?: 'hour' | 'day' | 'week' | 'month';
}

export interface EnergyPortFigures {
  total: number | null;
  avg: number | null;
  peak: number | null;
  peakTime: string | null;
  unit: string;
  coverage: number;
  /** The point codes of the meters without readings at the end of the period. */
  silentMeters: string[];
  /** `coverage` is the share of the period that is compared. */
  comparedToLastPeriod: {
    total: number | null;
    avg: number | null;
    peak: number | null;
    coverage: number;
  };
  points?: { timestamp: string; value: number | null; coverage: number }[];
  /** The energy that is compared with a baseline or a budget, which is the total. */
  actual?: number | null;
  saving?: { kwh: number; percent: number | null; uncertaintyPercent: number | null } | null;
  forecast?: number | null;
  willMiss?: boolean | null;
}

/** Computes the energy, costs and emissions of areas. */
export interface EnergyPort {
  /**
   * Computes the figures of a period.
   * @param nowMs the time at which the current period ends, in milliseconds since 1970
   * @throws DomainError `not_found` for an unknown area; `invalid` if the range is missing, empty or too long
   */
  figures(query: EnergyPortQuery, nowMs: number): Promise<EnergyPortFigures>;
}
