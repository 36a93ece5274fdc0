import { NodeFault, type PointReading } from '@app/workflow-engine';

const MINUTE_MS = 60_000;

/** Limits of one change of a point. */
export interface ChangeLimits {
  /** Largest change of the value in one write. Default: unlimited. */
  maxStep?: number;
  /** Largest change of the value per minute since the last write. Default: unlimited. */
  maxRatePerMinute?: number;
}

export function hasLimits({ maxStep, maxRatePerMinute }: ChangeLimits): boolean {
  return maxStep !== undefined || maxRatePerMinute !== undefined;
}

/**
 * Returns the value that may be written now: the target, or the value closest to it that the limits allow.
 * @param sinceMs time since the last write of the point. Null if no write is known; the rate then limits nothing
 * @throws NodeFault `limit_not_applicable` if the target or the current value is not a usable number
 */
export function limitedValue(
  target: unknown,
  current: PointReading,
  { maxStep = Infinity, maxRatePerMinute = Infinity }: ChangeLimits,
  sinceMs: number | null,
): number {
  if (typeof target !== 'number' || typeof current.value !== 'number' || current.quality === 'bad') {
    const found = `${JSON.stringify(current.value)} (${current.quality})`;
    const message =
      'The limits apply only if the new value is a number and the current value is a number ' +
      `that is not of bad quality. The current value is ${found}.`;
    throw new NodeFault('limit_not_applicable', message);
  }
  const byRate = sinceMs === null ? Infinity : (maxRatePerMinute * Math.max(0, sinceMs)) / MINUTE_MS;
  const most = Math.min(maxStep, byRate);
  const change = target - current.value;
  return Math.abs(change) <= most ? target : current.value + Math.sign(change) * most;
}
