import { DomainError, type Message, say } from '@app/kernel';

/**
 * Creates the error of a gateway that is down or whose answer is invalid. `what` completes the sentence "The gateway
 * …".
 */
export function gatewayFailed(what: string): DomainError {
  return gatewayFault(say('gateway_failed', { what }));
}

export function gatewayFault(fault: Message): DomainError {
  return new DomainError('upstream_failed', 'gateway_failed', fault);
}

export function gatewayTimedOut(limitMs: number): DomainError {
  return new DomainError(
    'upstream_timeout',
    'gateway_timeout',
    say('gateway_timeout', { seconds: Math.round(limitMs / 100) / 10 }),
  );
}

export function gatewayCredentialsRefused(): DomainError {
  return new DomainError(
    'upstream_failed',
    'gateway_credentials_refused',
    say('gateway_credentials_refused'),
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
  return new DomainError('unavailable', 'gateway_unavailable', say('gateway_unavailable'));
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

/** The words of the gateway, if it gives any. */
function said(reason: string | undefined): Message | undefined {
  return reason === undefined ? undefined : say('gateway_says', { reason });
}

const invalid: Refusal = (reason) =>
  new DomainError('invalid', 'gateway_refused', said(reason) ?? say('gateway_refuses_request'));

export const READ_REFUSALS: Refusals = {
  400: invalid,
  404: (reason) => new DomainError('not_found', 'not_found', said(reason) ?? say('gateway_knows_no_code')),
  422: invalid,
};

export const WRITE_REFUSALS: Refusals = {
  ...READ_REFUSALS,
  403: (reason) => new DomainError('forbidden', 'interlock', said(reason) ?? say('interlock')),
  409: (reason) =>
    new DomainError('conflict', 'gateway_refused', said(reason) ?? say('gateway_refuses_write')),
};

const releaseUnsupported: Refusal = () =>
  new DomainError('not_found', RELEASE_UNSUPPORTED, say('release_unsupported'));

export const RELEASE_REFUSALS: Refusals = {
  ...WRITE_REFUSALS,
  404: releaseUnsupported,
  405: releaseUnsupported,
};

/** The refusals of a call that few gateways have. */
function withoutCall(code: 'devices_unsupported' | 'configuration_unsupported'): Refusals {
  const unsupported: Refusal = () => new DomainError('conflict', code, say(code));
  return { 404: unsupported, 405: unsupported };
}

export const DEVICES_REFUSALS = withoutCall('devices_unsupported');

function configurationRefused(kind: 'invalid' | 'conflict'): Refusal {
  return (reason) =>
    new DomainError(kind, 'configuration_refused', said(reason) ?? say('gateway_refuses_request'));
}

export const CONFIGURATION_REFUSALS: Refusals = {
  ...withoutCall('configuration_unsupported'),
  400: configurationRefused('invalid'),
  409: configurationRefused('conflict'),
  422: configurationRefused('invalid'),
};

export function refusalOf(status: number, reason: string | undefined, refusals: Refusals): DomainError {
  return (
    refusals[status]?.(reason) ??
    new DomainError('upstream_failed', 'gateway_refused', say('gateway_refused_status', { status }))
  );
}
