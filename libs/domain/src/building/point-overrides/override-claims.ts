import { type PointOverrideEntity } from '@app/entities';
import { DomainError } from '@app/kernel';

/** Time for the transactions of a write, in addition to its gateway calls. */
const MARGIN_MS = 10_000;
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * Returns the end of a claim that begins now. A claim prevents other processes from writing to an overridden point. The
 * claim expires, so it also ends if its process dies.
 * @param writeLimitMs time limit of all gateway calls of a write
 */
export function claimFrom(nowMs: number, writeLimitMs: number): Date {
  return new Date(nowMs + writeLimitMs + MARGIN_MS);
}

/** @throws DomainError `override_busy` if another request or process writes to the point */
export function assertUnclaimed({ claimedUntil }: PointOverrideEntity, nowMs: number): void {
  if (claimedUntil && claimedUntil.getTime() > nowMs) throw overrideBusy();
}

export function overrideBusy(): DomainError {
  const message = 'The override of this point is being changed. Try again.';
  return new DomainError('conflict', 'override_busy', message);
}

/** Returns the time of the next attempt to release an override. The pause doubles each time, up to five minutes. */
export function nextAttempt(attempts: number, nowMs: number): Date {
  return new Date(nowMs + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS));
}
