import { DomainError } from '@app/kernel';
import { ClientError, ResponseBodyError } from 'openid-client';

/** For an answer of the provider's that is not for us, not for this sign-in, not theirs, or a refusal. */
export function signInRefused(cause?: unknown): DomainError {
  return new DomainError('invalid', 'sign_in_refused', 'The provider did not sign you in; start again.', {
    cause,
  });
}

/** What it is to our caller that the provider is away, or at fault. */
export function providerFailed(name: string, cause: unknown): DomainError {
  return cause instanceof ClientError && cause.code === 'OAUTH_TIMEOUT'
    ? new DomainError('upstream_timeout', 'provider_timed_out', `${name} did not answer in time.`, { cause })
    : new DomainError('upstream_failed', 'provider_failed', `${name} cannot be reached, or failed.`, {
        cause,
      });
}

/** Codes of answers that came whole and do not check out. */
const REFUSED = new Set<unknown>([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** True where a code or a token was not taken, and the provider is well. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && REFUSED.has(error.code);
}
