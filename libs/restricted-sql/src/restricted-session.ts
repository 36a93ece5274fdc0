import type { ResultRows } from './result-rows';
import type { CheckedStatement } from './restricted-statement';

/** A connection under a restricted account. */
export interface RestrictedSession {
  /** False after the connection broke or was ended. */
  readonly usable: boolean;
  /**
   * Runs a statement in its own transaction. The transaction of a statement that reads is always rolled back.
   * @returns the number of rows that were read or matched
   * @throws the driver's error, or the error of `rows`. If `rows` throws, the connection is ended
   */
  run(statement: CheckedStatement, rows: ResultRows): Promise<number>;
  /**
   * Removes everything that a statement can leave behind in a session.
   * @throws if the connection must be closed
   */
  reset(): Promise<void>;
  /** Destroys the connection. */
  end(): void;
  /**
   * Ends this session on the server through a second connection, even during a statement. Resolves when the session has
   * ended, which may take a while, because some functions cannot be cancelled.
   */
  kill(): Promise<void>;
}

export interface SessionOptions {
  /** Time limit of a statement on the server. */
  statementMs: number;
}

export type OpenSession = (url: string, options: SessionOptions) => Promise<RestrictedSession>;

/** Time limit for opening a connection. */
export const CONNECT_MS = 5000;
/** Time limit of operations that the server should complete immediately. */
export const ANSWER_MS = 5000;
/** Time limit for the server to end a session. */
export const KILL_MS = 60_000;
/** Maximum size of the temporary files of a session. */
export const TEMPORARY_BYTES = 256 * 1024 * 1024;

export function noAnswer(): Error {
  return Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' });
}
