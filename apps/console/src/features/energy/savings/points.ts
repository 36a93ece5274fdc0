import type { SavingsInterval, SavingsPoint } from './baselines.queries';

/** The points of a saving, for a chart or a table. */
export interface PointsProps {
  points: readonly SavingsPoint[];
  /** The unit of the energy. */
  unit: string;
  interval: SavingsInterval;
}

/** The format of the start of a bucket. A saving may last for years. */
export const POINT_TITLES: Record<SavingsInterval, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { month: 'short', year: 'numeric' },
};
