import type { Message } from './messages';

/**
 * The kind of an error. The HTTP adapter maps it to a status, and the job adapter decides by it whether the job is
 * retried.
 */
export type ErrorKind =
  | 'invalid' // The request itself is wrong.
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'too_many'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'unavailable'
  | 'storage_full' // The file store has no space left.
  | 'storage_failed'; // The file store refuses to write, for example because it is read-only.

/** One problem of a request: its path (`recipients[1]`) and a message. */
export interface ErrorDetail extends Message {
  path: string;
}

const FINAL: ReadonlySet<ErrorKind> = new Set(['invalid', 'not_found', 'conflict', 'forbidden']);

export interface DomainErrorOptions {
  details?: ErrorDetail[];
  /** Seconds after which the request may succeed. Set for `too_many` and `unavailable`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * An expected error with a message for people and a stable snake_case `code` for programs. The message never contains a
 * secret, an SQL statement or a stack trace.
 */
export class DomainError extends Error {
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The message with its own code, which may say more than the code of the error, and its values. */
  readonly reason: Message;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string | Message,
    options: DomainErrorOptions = {},
  ) {
    super(typeof message === 'string' ? message : message.message, { cause: options.cause });
    this.reason = typeof message === 'string' ? { code, values: {}, message } : message;
    this.name = 'DomainError';
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  static notFound(what: string): DomainError {
    return new DomainError('not_found', 'not_found', `${what} was not found.`);
  }

  static invalid(message: string | Message, details?: ErrorDetail[]): DomainError {
    return new DomainError('invalid', 'validation_failed', message, { details });
  }

  /** The value of one field is not valid. */
  static ofField(path: string, fault: Message): DomainError {
    return DomainError.invalid(`${path === '' ? 'The body' : path} ${fault.message}.`, [{ path, ...fault }]);
  }
}

/** Returns true if the same work would fail again in the same way, so that a retry is useless. */
export function isFinal(error: unknown): error is DomainError {
  return error instanceof DomainError && FINAL.has(error.kind);
}
