/** Gateways store numbers in 32 bits: 21.3 comes back as 21.299999. */
const FLOAT_ROUNDING = 1e-6;

/**
 * Whether a value read back from a point matches the written value. Numbers may differ by `tolerance` and by 32-bit
 * rounding. Switches may be read as 1 and 0. Text and other values must be equal.
 */
export function matchesReading(written: unknown, read: unknown, tolerance: number): boolean {
  if (typeof written !== 'number' && typeof written !== 'boolean') {
    return JSON.stringify(written) === JSON.stringify(read);
  }
  const target = Number(written);
  const found = typeof read === 'number' || typeof read === 'boolean' ? Number(read) : NaN;
  return Math.abs(found - target) <= Math.max(tolerance, Math.abs(target) * FLOAT_ROUNDING);
}
