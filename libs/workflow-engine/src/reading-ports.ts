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
  /** If undefined, the whole range has one value. */
  interval?: '15m' | '1h' | '1d';
  aggregate: 'mean' | 'min' | 'max' | 'first' | 'last' | 'sum';
}

export interface HistoryPoint {
  /** Start of the interval, ISO 8601 UTC. */
  timestamp: string;
  value: Json;
}

/** Values of points for nodes that only read. */
export interface ReadingsPort {
  /**
   * Reads the current values of points, each once.
   * @param names codes, and patterns in which `*` matches any text
   * @throws DomainError not_found for an unknown code; `too_many_points`
   */
  values(names: readonly string[]): Promise<NamedPointReading[]>;
  /**
   * Aggregates recorded values, without those of bad quality. Intervals without values are missing.
   * @throws DomainError not_found for an unknown code; invalid for a range that is empty or too long
   */
  history(query: PointHistoryQuery): Promise<HistoryPoint[]>;
}

export interface EnergyPortQuery {
  metric: 'energy' | 'cost' | 'emissions';
  /** The whole site if undefined. */
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
  comparedToLastPeriod: { total: number | null; avg: number | null; peak: number | null };
  points?: { timestamp: string; value: number | null; coverage: number }[];
}

/** Energy, costs and emissions of areas. */
export interface EnergyPort {
  /**
   * @param nowMs the end of the current period, in milliseconds since 1970
   * @throws DomainError not_found for an unknown area; invalid for a range that is missing, empty or too long
   */
  figures(query: EnergyPortQuery, nowMs: number): Promise<EnergyPortFigures>;
}
