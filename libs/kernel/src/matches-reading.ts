/** Gateways store numbers in 32 bits, so 21.3 is read back as 21.299999. */
const FLOAT_ROUNDING = 1e-6;

/**
 * Returns whether the value that was read back from a point matches the written value. Numbers may differ by
 * `tolerance`, and always by 32-bit rounding. Booleans may be read back as 1 and 0. Texts and other values must be
 * equal.
 */
export function matchesReading(written: unknown, read: unknown, tolerance: number): boolean {
  if (typeof written !== 'number' && typeof written !== 'boolean') {
    return JSON.stringify(written) === JSON.stringify(read);
  }
  const target = Number(written);
  const found = typeof read === 'number' || typeof read === 'boolean' ? Number(read) : NaN;
  return Math.abs(found - target) <= Math.max(tolerance, Math.abs(target) * FLOAT_ROUNDING);
}
