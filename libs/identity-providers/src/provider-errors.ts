import { DomainError } from '@app/kernel';
import { ClientError, ResponseBodyError } from 'openid-client';

/**
 * Creates the error for a refusal of the provider, and for an answer that is not valid for this service or this
 * sign-in.
 */
export function signInRefused(cause?: unknown): DomainError {
  return new DomainError('invalid', 'sign_in_refused', 'The sign-in with the provider failed. Start again.', {
    cause,
  });
}

/** Converts a failure of the provider to the error that the client gets. */
export function providerFailed(name: string, cause: unknown): DomainError {
  return isTimeout(cause)
    ? new DomainError('upstream_timeout', 'provider_timed_out', `${name} did not answer in time.`, { cause })
    : new DomainError('upstream_failed', 'provider_failed', `${name} cannot be reached, or failed.`, {
        cause,
      });
}

/**
 * Returns true for a timeout. If a timeout occurs while the body of an answer is read, the error is a parser error with
 * the timeout as its cause.
 */
function isTimeout(error: unknown): boolean {
  // `instanceof Error` cannot be used, because the timeout error of a signal may come from another realm.
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause } = error as Record<string, unknown>;
  return name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || isTimeout(cause);
}

/** Error codes for answers that were received completely but failed validation. */
const REFUSED = new Set<unknown>([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** Returns true if the provider rejected a code or a token but works correctly. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && REFUSED.has(error.code);
}
