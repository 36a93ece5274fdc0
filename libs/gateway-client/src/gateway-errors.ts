import { DomainError } from '@app/kernel';

/** The gateway is down, or answers what nobody asked for. `what` follows "The gateway". */
export function gatewayFailed(what: string): DomainError {
  return new DomainError('upstream_failed', 'gateway_failed', `The gateway ${what}.`);
}

export function gatewayTimedOut(limitMs: number): DomainError {
  return new DomainError(
    'upstream_timeout',
    'gateway_timeout',
    `The gateway did not answer within ${limitMs / 1000} s.`,
  );
}

export function gatewayCredentialsRefused(): DomainError {
  return new DomainError(
    'upstream_failed',
    'gateway_credentials_refused',
    'The gateway refuses the credentials of this service.',
  );
}

/** The gateway was not even asked. */
export function gatewayUnavailable(): DomainError {
  return new DomainError(
    'upstream_failed',
    'gateway_unavailable',
    'The gateway failed repeatedly and is being left alone for a while.',
  );
}

const FAILURES = new Set(['gateway_failed', 'gateway_timeout', 'gateway_credentials_refused']);

/** True for what counts against the gateway; a refusal of one request does not. */
export function isGatewayFailure(error: Error): boolean {
  return error instanceof DomainError && FAILURES.has(error.code);
}

type Refusal = (reason: string | undefined) => DomainError;

/** What the gateway's 4xx answers mean to the caller, by status; any other is the gateway's own failing. */
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
