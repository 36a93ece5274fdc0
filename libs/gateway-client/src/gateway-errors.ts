import { DomainError } from '@app/kernel';

/**
 * Creates the error of a gateway that is down or whose answer is invalid. `what` completes the sentence "The gateway
 * …".
 */
export function gatewayFailed(what: string): DomainError {
  return new DomainError('upstream_failed', 'gateway_failed', `The gateway ${what}.`);
}

export function gatewayTimedOut(limitMs: number): DomainError {
  return new DomainError(
    'upstream_timeout',
    'gateway_timeout',
    `The gateway did not answer within ${Math.round(limitMs / 100) / 10} s.`,
  );
}

export function gatewayCredentialsRefused(): DomainError {
  return new DomainError(
    'upstream_failed',
    'gateway_credentials_refused',
    'The gateway refused the credentials of this service.',
  );
}

const ANSWER_TOO_LARGE = 'gateway_answer_too_large';

/** Creates the error of an answer that is too large to be parsed. A call for less may succeed. */
export function answerTooLarge(): DomainError {
  return new DomainError(
    'upstream_failed',
    ANSWER_TOO_LARGE,
    'The gateway sent an answer that is too large.',
  );
}

export function isAnswerTooLarge(error: unknown): boolean {
  return error instanceof DomainError && error.code === ANSWER_TOO_LARGE;
}

/** Creates the error of a call that is not sent because the circuit is open. */
export function gatewayUnavailable(): DomainError {
  return new DomainError(
    'unavailable',
    'gateway_unavailable',
    'The gateway has failed repeatedly and is not called for a while. Try again later.',
  );
}

const FAILURES = new Set(['gateway_failed', 'gateway_timeout', 'gateway_credentials_refused']);

/**
 * Returns true if the circuit breaker counts the error as a failure of the gateway. The refusal of a single request is
 * not counted.
 */
export function isGatewayFailure(error: Error): boolean {
  return error instanceof DomainError && FAILURES.has(error.code);
}

/** The error code if the gateway does not have the call `release`. */
export const RELEASE_UNSUPPORTED = 'release_unsupported';

type Refusal = (reason: string | undefined) => DomainError;

/**
 * Maps the status of the gateway's 4xx answers to the error for the caller. Any other status is a failure of the
 * gateway.
 */
export type Refusals = Readonly<Partial<Record<number, Refusal>>>;

const invalid: Refusal = (reason) =>
  new DomainError('invalid', 'gateway_refused', reason ?? 'The gateway refuses this request.');

export const READ_REFUSALS: Refusals = {
  400: invalid,
  404: (reason) =>
    new DomainError('not_found', 'not_found', reason ?? 'The gateway does not know this code.'),
  422: invalid,
};

export const WRITE_REFUSALS: Refusals = {
  ...READ_REFUSALS,
  403: (reason) => new DomainError('forbidden', 'interlock', reason ?? 'An interlock forbids this write.'),
  409: (reason) =>
    new DomainError('conflict', 'gateway_refused', reason ?? 'The gateway refuses this write.'),
};

const unsupported: Refusal = () =>
  new DomainError('not_found', RELEASE_UNSUPPORTED, 'The gateway cannot release a forced value.');

export const RELEASE_REFUSALS: Refusals = { ...WRITE_REFUSALS, 404: unsupported, 405: unsupported };

export function refusalOf(status: number, reason: string | undefined, refusals: Refusals): DomainError {
  return (
    refusals[status]?.(reason) ??
    new DomainError(
      'upstream_failed',
      'gateway_refused',
      `The gateway refused the call with status ${status}.`,
    )
  );
}
