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
  return { atMs: Date.parse(timestamp), value: numberOf(value) };
}

/** Returns null if the value is neither a finite number nor a boolean. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'boolean' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
