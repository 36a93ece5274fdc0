import { STATUS_CODES } from 'node:http';
import {
  isDatabaseUnreachable,
  isDuplicateKey,
  isForeignKeyFault,
  isTransientConflict,
  OutcomeUnknown,
} from '@app/entities';
import { DomainError, type ErrorKind } from '@app/kernel';
import { HttpException } from '@nestjs/common';
import { bodyFaultAnswer } from './body-fault';
import type { ErrorAnswer } from './send-error';

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many: 429,
  upstream_failed: 502,
  upstream_timeout: 504,
  unavailable: 503,
  storage_full: 507,
  storage_failed: 500,
};

/** The error code for each status of a framework error. */
const CODE: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many',
  500: 'internal_error',
  502: 'upstream_failed',
  503: 'unavailable',
  504: 'upstream_timeout',
};

/** The answer to a failed request if it is unknown whether the request has written something. */
export const OUTCOME_UNKNOWN: Readonly<ErrorAnswer> = {
  status: 500,
  code: 'outcome_unknown',
  message:
    'It is not known whether the request was carried out. ' +
    'Repeat it with the same Idempotency-Key, or read the record before you repeat it.',
};

/** The default `Retry-After` of a 429 or 503. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Returns the answer for any error that was thrown during a request.
 * @param wrote whether the request may have written something. If true, the answer is never a 503, because a 503
 *   promises that nothing was written
 */
export function answerTo(error: unknown, wrote = false): ErrorAnswer {
  const answer = answerByKind(error);
  if (wrote && answer.status === 503) return OUTCOME_UNKNOWN;
  const tellsWhen = answer.status === 429 || answer.status === 503;
  return tellsWhen
    ? { ...answer, retryAfterSeconds: answer.retryAfterSeconds ?? RETRY_AFTER_SECONDS }
    : answer;
}

function answerByKind(error: unknown): ErrorAnswer {
  if (error instanceof DomainError) {
    const { kind, code, message, reason, details, retryAfterSeconds } = error;
    return { status: STATUS[kind], code, message, reason, details, retryAfterSeconds };
  }
  if (error instanceof HttpException) return plainAnswer(error.getStatus(), error.message);
  // Thrown by the router for a parameter such as %FF.
  if (error instanceof URIError) return plainAnswer(400, 'The address contains invalid percent-encoding.');
  return databaseAnswer(error) ?? bodyFaultAnswer(error) ?? plainAnswer(500, 'Internal server error');
}

/** Converts database errors that no service has handled. */
function databaseAnswer(error: unknown): ErrorAnswer | null {
  if (error instanceof OutcomeUnknown) return OUTCOME_UNKNOWN;
  if (isDatabaseUnreachable(error)) return plainAnswer(503, 'The database cannot be reached.');
  if (isTransientConflict(error))
    return plainAnswer(503, 'The database is busy with conflicting work. Try again.');
  if (isDuplicateKey(error)) return plainAnswer(409, 'A record with this unique value already exists.');
  if (isForeignKeyFault(error))
    return plainAnswer(409, 'A referenced record does not exist, or the record is still in use.');
  return null;
}

function plainAnswer(status: number, message = STATUS_CODES[status] ?? 'Error'): ErrorAnswer {
  return { status, code: CODE[status] ?? 'error', message };
}
