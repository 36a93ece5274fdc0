import type { Json } from '@app/workflow-engine';

/** Gateways keep numbers in 32 bits: 21.3 comes back as 21.299999. */
const FLOAT_ROUNDING = 1e-6;

/**
 * Whether a point that was set to `written` has it, judging by what was read from it. Numbers may differ by
 * `tolerance`, and by what 32 bits round off; switches may be read as 1 and 0.
 */
export function matchesReading(written: string | number | boolean, read: Json, tolerance: number): boolean {
  if (typeof written === 'string' || typeof read === 'string') return written === read;
  const target = Number(written);
  const found = typeof read === 'number' || typeof read === 'boolean' ? Number(read) : NaN;
  return Math.abs(found - target) <= Math.max(tolerance, Math.abs(target) * FLOAT_ROUNDING);
}
