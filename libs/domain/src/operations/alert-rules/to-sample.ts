import type { PointValue } from '@app/contracts';
import type { Sample } from './rule-state';

/**
 * Returns null if the value is null or has bad quality, because such a value neither raises nor clears an alert. A
 * boolean counts as 0 or 1. Any other value that is not a finite number counts only for `noData`.
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
