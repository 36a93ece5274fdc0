import type { PointValue } from '@app/contracts';
import type { Sample } from './rule-state';

/**
 * Returns null for a value of bad quality and for null, which neither raise nor clear an alert. A boolean counts as 0
 * or 1. Any other value that is not a finite number only counts as data.
 */
export function toSample({
  value,
  quality,
  timestamp,
}: Pick<PointValue, 'value' | 'quality' | 'timestamp'>): Sample | null {
  if (quality === 'bad' || value === null || value === undefined) return null;
  const number = typeof value === 'boolean' ? Number(value) : value;
  const isNumber = typeof number === 'number' && Number.isFinite(number);
  return { atMs: Date.parse(timestamp), value: isNumber ? number : null };
}
