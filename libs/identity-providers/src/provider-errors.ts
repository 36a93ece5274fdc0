import { DomainError } from '@app/kernel';
import { ClientError, ResponseBodyError } from 'openid-client';

/** The provider's answer is a refusal, or is not valid for this service or this sign-in. */
export function signInRefused(cause?: unknown): DomainError {
  return new DomainError('invalid', 'sign_in_refused', 'The provider did not sign you in; start again.', {
    cause,
  });
}

/** Map a failure of the provider to the error that the client gets. */
export function providerFailed(name: string, cause: unknown): DomainError {
  return cause instanceof ClientError && cause.code === 'OAUTH_TIMEOUT'
    ? new DomainError('upstream_timeout', 'provider_timed_out', `${name} did not answer in time.`, { cause })
    : new DomainError('upstream_failed', 'provider_failed', `${name} cannot be reached, or failed.`, {
        cause,
      });
}

/** Error codes of complete answers that fail validation. */
const REFUSED = new Set<unknown>([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** True if the provider rejected a code or a token and works otherwise. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && REFUSED.has(error.code);
}
