import type { ResultRows } from './result-rows';
import type { CheckedStatement } from './restricted-statement';

/** One connection under a restricted account. */
export interface RestrictedSession {
  /** False once the connection is broken or was ended. */
  readonly usable: boolean;
  /**
   * Runs a statement in a transaction of its own; what does not write is rolled back whatever it did.
   * @returns how many rows were read or matched
   * @throws what the driver throws, or what `rows` throws: then the connection is ended
   */
  run(statement: CheckedStatement, rows: ResultRows): Promise<number>;
  /** Takes back whatever a statement can leave behind in a session. @throws where the connection is to be given up */
  reset(): Promise<void>;
  /** Breaks the connection off. */
  end(): void;
  /**
   * Ends this session on the server, by a second connection: also while a statement runs.
   * Resolves when the server has ended it, which may take a while: some functions do not notice that they are cancelled.
   */
  kill(): Promise<void>;
}

export interface SessionOptions {
  /** The most that a statement may take, by the server's own count. */
  statementMs: number;
}

export type OpenSession = (url: string, options: SessionOptions) => Promise<RestrictedSession>;

/** How long a connection may take to be made. */
export const CONNECT_MS = 5000;
/** How long the server may take to end a session. */
export const KILL_MS = 60_000;
/** The most that a statement may write to temporary files, by session. */
export const TEMPORARY_BYTES = 256 * 1024 * 1024;
