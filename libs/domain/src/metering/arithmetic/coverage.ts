const MILLION = 1_000_000;

/**
 * The measured share of a time, from 0 to 1, with six decimals. It is rounded down, so that 1 means that nothing is
 * missing, but it is at least 0.000001 if anything was measured.
 */
export function coverageOf(coveredMs: number, wholeMs: number): number {
  if (coveredMs <= 0 || wholeMs <= 0) return 0;
  if (coveredMs >= wholeMs) return 1;
  return Math.max(1, Math.floor((coveredMs * MILLION) / wholeMs)) / MILLION;
}
