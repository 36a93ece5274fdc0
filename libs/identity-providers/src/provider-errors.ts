import { DomainError } from '@app/kernel';
import { ClientError, ResponseBodyError } from 'openid-client';

/** What an answer of the provider is refused for that came whole: it is not for us, not for this, or not theirs. */
export function signInRefused(cause?: unknown): DomainError {
  return new DomainError('invalid', 'sign_in_refused', 'The provider did not sign you in; start again.', {
    cause,
  });
}

/** Codes of answers that are none: the provider is away, or at fault. */
const NO_ANSWER = new Set<unknown>([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
]);

/** What a failure of the provider's is to a caller of ours. */
export function providerError(name: string, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') {
    return new DomainError('upstream_timeout', 'provider_timed_out', `${name} did not answer in time.`, {
      cause: error,
    });
  }
  const isRefusal =
    error instanceof ResponseBodyError
      ? error.error === 'invalid_grant'
      : error instanceof ClientError && !NO_ANSWER.has(error.code);
  if (isRefusal) return signInRefused(error);
  return new DomainError('upstream_failed', 'provider_failed', `${name} cannot be reached, or failed.`, {
    cause: error,
  });
}
