/** The kind of a refusal. An adapter maps it to its protocol: an HTTP status, or a job that is final or retried. */
export type ErrorKind =
  | 'invalid' // the request itself is wrong
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'too_many'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'unavailable';

/** One fault of a request: its path (`recipients[1]`) and what is wrong. */
export interface ErrorDetail {
  path: string;
  message: string;
}

export interface DomainErrorOptions {
  details?: ErrorDetail[];
  /** Seconds after which a repeat may succeed; for `too_many` and `unavailable`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * A refusal with a message for people and a stable snake_case `code` for programs. The message never contains a secret,
 * a query or the stack of another system.
 */
export class DomainError extends Error {
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  static notFound(what: string): DomainError {
    return new DomainError('not_found', 'not_found', `${what} was not found.`);
  }

  static invalid(message: string, details?: ErrorDetail[]): DomainError {
    return new DomainError('invalid', 'validation_failed', message, { details });
  }
}
