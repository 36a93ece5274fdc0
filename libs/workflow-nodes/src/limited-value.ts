import { NodeFault, type PointReading } from '@app/workflow-engine';

const MINUTE_MS = 60_000;

/** Limits of one change of a point. */
export interface ChangeLimits {
  /** Largest change of the value in one write. */
  maxStep?: number;
  /** Largest change per minute since the last write. */
  maxRatePerMinute?: number;
}

export function hasLimits({ maxStep, maxRatePerMinute }: ChangeLimits): boolean {
  return maxStep !== undefined || maxRatePerMinute !== undefined;
}

/**
 * The value that may be written now: the target, or the value that is as close to it as the limits allow.
 * @param sinceMs time since the last write of the point; null if none is known, so that the rate limits nothing
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
    const message = `Limits need a number to write and a current number of usable quality, which is ${found}.`;
    throw new NodeFault('limit_not_applicable', message);
  }
  const byRate = sinceMs === null ? Infinity : (maxRatePerMinute * Math.max(0, sinceMs)) / MINUTE_MS;
  const most = Math.min(maxStep, byRate);
  const change = target - current.value;
  return Math.abs(change) <= most ? target : current.value + Math.sign(change) * most;
}
