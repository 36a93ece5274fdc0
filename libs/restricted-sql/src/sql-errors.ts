import { isDatabaseUnreachable, isTransientConflict } from '@app/entities';
import { DomainError, type Message, say } from '@app/kernel';

const LONGEST_MESSAGE = 300;

export function statementInvalid(message: Message, code = 'statement_invalid'): DomainError {
  return new DomainError('invalid', code, message);
}

export function statementRefused(message: Message): DomainError {
  return new DomainError('forbidden', 'statement_refused', message);
}

export function databaseNodeOff(reason: Message): DomainError {
  return new DomainError('forbidden', 'database_node_off', say('database_node_off', { reason }));
}

export function databaseTimedOut(limitMs: number): DomainError {
  return new DomainError(
    'upstream_timeout',
    'database_timeout',
    say('database_timeout', { seconds: limitMs / 1000 }),
  );
}

export function databaseBusy(): DomainError {
  return new DomainError(
    'unavailable',
    'database_busy',
    'Too many statements of workflows are running. Try again later.',
  );
}

export function statementTooLarge(): DomainError {
  return new DomainError(
    'too_large',
    'statement_too_large',
    'The statement needs more memory or temporary space than a database node may use.',
  );
}

export function tooManyRows(limit: number): DomainError {
  return new DomainError('too_large', 'too_many_rows', say('too_many_rows', { most: limit }));
}

export function resultTooLarge(limit: number): DomainError {
  return new DomainError('too_large', 'result_too_large', say('result_too_large', { most: limit }));
}

/** Codes of PostgreSQL and MySQL for missing permissions, read-only transactions and similar errors. */
const NOT_ALLOWED = new Set<unknown>([
  '42501',
  '25006',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_PROCACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_ERROR',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_CANNOT_USER',
]);
/** Codes of PostgreSQL, MySQL and MariaDB for a statement timeout or a lock timeout. */
const TIMED_OUT = new Set<unknown>(['57014', '55P03', 'ER_QUERY_TIMEOUT', 'ER_LOCK_WAIT_TIMEOUT', 1969]);
/** Codes of PostgreSQL, MySQL and MariaDB for memory or temporary space that is exhausted or exceeds its limit. */
const TOO_LARGE = new Set<unknown>([
  '53200',
  '53400',
  '54000',
  'ER_OUT_OF_RESOURCES',
  'ER_OUTOFMEMORY',
  'ER_RECORD_FILE_FULL',
]);
const SIGN_IN_REFUSED = new Set<unknown>([
  '28P01',
  '28000',
  '3D000',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
]);

export function isNotAllowed(error: unknown): boolean {
  return NOT_ALLOWED.has(codeOf(error));
}

export function isSignInRefused(error: unknown): boolean {
  return SIGN_IN_REFUSED.has(codeOf(error));
}

/**
 * Converts a database error to an error for the author of the statement. An error about the statement contains the
 * message of the database. This message quotes only the statement, and rows that the account may read.
 */
export function asDomainError(error: unknown, limitMs: number): DomainError {
  if (error instanceof DomainError) return error;
  if (TIMED_OUT.has(codeOf(error))) return databaseTimedOut(limitMs);
  if (isTooLarge(error)) return statementTooLarge();
  // The message of the database is not used, because it contains the account and its host.
  if (isNotAllowed(error)) return statementRefused(say('statement_without_privilege'));
  if (isTransientConflict(error)) {
    return new DomainError(
      'conflict',
      'database_conflict',
      'The statement conflicted with another one. Try again.',
    );
  }
  if (isDatabaseUnreachable(error) || !isAnswer(error)) {
    return new DomainError('unavailable', 'database_unavailable', 'The database cannot be reached.', {
      cause: error,
    });
  }
  const [line = ''] = (error as Error).message.split('\n');
  return new DomainError(
    'invalid',
    'statement_failed',
    say('statement_failed', { reason: line.slice(0, LONGEST_MESSAGE) }),
    { cause: error },
  );
}

function isTooLarge(error: unknown): boolean {
  const { message } = error as { message?: unknown };
  // MariaDB uses the same code for other options, so an exceeded memory limit is recognized by the message.
  return TOO_LARGE.has(codeOf(error)) || /max[-_]session[-_]mem[-_]used/.test(String(message));
}

/**
 * Returns whether the message comes from the database. Messages of the driver or the operating system may contain
 * addresses.
 */
function isAnswer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ('severity' in error || 'sqlState' in error);
}

/**
 * Returns the code of an error, or its number if the driver has no name for it. This is the case for some codes of
 * MariaDB.
 */
function codeOf(error: unknown): unknown {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return code ?? errno;
}
