import { type Dialect, dialectOf } from '@app/config';
import type { Clock } from '@app/kernel';
import type { OnApplicationShutdown } from '@nestjs/common';
import { AccountUrls, type AccountUrlsOptions } from './account-urls';
import { checkStatement } from './check-statement';
import { openMysqlSession } from './mysql-session';
import { openPostgresSession } from './postgres-session';
import type { AccountMode } from './readable-tables';
import { ResultRows } from './result-rows';
import type { OpenSession, RestrictedSession } from './restricted-session';
import type { CheckedStatement, RestrictedResult, RestrictedStatement } from './restricted-statement';
import { SessionPool } from './session-pool';
import { asDomainError, databaseTimedOut } from './sql-errors';

export interface RestrictedSqlOptions extends AccountUrlsOptions {
  /** The most that one statement may take. */
  maxMs: number;
  maxRows: number;
  /** Of the rows as JSON. */
  maxCharacters: number;
}

/** Connections of one process for each mode. */
const SESSIONS = 5;
const IDLE_MS = 30_000;
/** The server ends a statement first, by its own count; this process does after so much more. */
const GRACE_MS = 500;
const OPENERS: Record<Dialect, OpenSession> = { postgres: openPostgresSession, mysql: openMysqlSession };

/**
 * Runs statements that people write, on the service's own database under accounts that may see little of it and change
 * less: one statement at a time, its values bound, within limits of time, rows and size.
 */
export class RestrictedSql implements OnApplicationShutdown {
  private readonly accounts: AccountUrls;
  private readonly pools = new Map<AccountMode, SessionPool>();

  constructor(
    private readonly options: RestrictedSqlOptions,
    clock: Clock,
  ) {
    this.accounts = new AccountUrls(options, clock);
  }

  /** @throws DomainError; the signal's reason where it was aborted */
  async run(statement: RestrictedStatement): Promise<RestrictedResult> {
    const { mode, signal } = statement;
    signal.throwIfAborted();
    try {
      const url = await this.accounts.of(mode);
      const checked = checkStatement(statement, dialectOf(url));
      const pool = this.poolOf(mode, url);
      const session = await pool.take(signal);
      return await this.runIn(session, pool, checked, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw asDomainError(error, this.options.maxMs);
    }
  }

  onApplicationShutdown(): void {
    // In the last phase: until then jobs that end in good order may be waiting for an answer.
    for (const pool of this.pools.values()) pool.close();
  }

  private async runIn(
    session: RestrictedSession,
    pool: SessionPool,
    statement: CheckedStatement,
    signal: AbortSignal,
  ): Promise<RestrictedResult> {
    const { maxMs, maxRows, maxCharacters } = this.options;
    const rows = new ResultRows({ rows: maxRows, characters: maxCharacters });
    let ended: Promise<void> | undefined;
    try {
      const rowCount = await unlessEnded(session.run(statement, rows), signal, maxMs, () => {
        ended = session.kill();
        session.end();
      });
      return { rows: rows.rows, rowCount };
    } finally {
      if (session.usable) pool.giveBack(session);
      else pool.drop(session, ended ?? session.kill());
    }
  }

  private poolOf(mode: AccountMode, url: string): SessionPool {
    const { maxMs } = this.options;
    let pool = this.pools.get(mode);
    if (!pool) {
      const open = () => OPENERS[dialectOf(url)](url, { statementMs: maxMs });
      pool = new SessionPool({ open, size: SESSIONS, waitMs: maxMs, idleMs: IDLE_MS });
      this.pools.set(mode, pool);
    }
    return pool;
  }
}

/** As `running` settles, but at the latest when the signal is aborted or the time is over, after `breakOff`. */
function unlessEnded<T>(
  running: Promise<T>,
  signal: AbortSignal,
  limitMs: number,
  breakOff: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    // What was broken off may never settle.
    const end = (error: unknown) => {
      done();
      breakOff();
      reject(error);
    };
    const onAbort = () => end(signal.reason);
    const timer = setTimeout(() => end(databaseTimedOut(limitMs)), limitMs + GRACE_MS);
    signal.addEventListener('abort', onAbort, { once: true });
    running.finally(done).then(resolve, reject);
  });
}
