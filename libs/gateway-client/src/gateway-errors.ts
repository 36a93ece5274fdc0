import { DomainError } from '@app/kernel';

/** The gateway is down or its answer is invalid. `what` follows "The gateway". */
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

/** The error for a call that is not sent, because the circuit is open. */
export function gatewayUnavailable(): DomainError {
  return new DomainError(
    'unavailable',
    'gateway_unavailable',
    'The gateway failed repeatedly. It is not called for a while.',
  );
}

const FAILURES = new Set(['gateway_failed', 'gateway_timeout', 'gateway_credentials_refused']);

/** True for failures that count against the gateway. The refusal of a single request does not count. */
export function isGatewayFailure(error: Error): boolean {
  return error instanceof DomainError && FAILURES.has(error.code);
}

/** The code of the error of a gateway without the call `release`. */
export const RELEASE_UNSUPPORTED = 'release_unsupported';

type Refusal = (reason: string | undefined) => DomainError;

/**
 * Converts the gateway's 4xx answers to errors for the caller, by status. Any other status is a failure of the gateway.
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
