import { type Dialect, dialectOf } from '@app/config';
import { type Clock, withTimeout } from '@app/kernel';
import type { OnApplicationShutdown } from '@nestjs/common';
import { AccountUrls, type AccountUrlsOptions } from './account-urls';
import { checkStatement } from './check-statement';
import { openMysqlSession } from './mysql-session';
import { openPostgresSession } from './postgres-session';
import type { AccountMode } from './readable-tables';
import { ResultRows } from './result-rows';
import {
  ANSWER_MS,
  CONNECT_MS,
  KILL_MS,
  type OpenSession,
  type RestrictedSession,
} from './restricted-session';
import type { CheckedStatement, RestrictedResult, RestrictedStatement } from './restricted-statement';
import { SessionPool } from './session-pool';
import { asDomainError, databaseTimedOut } from './sql-errors';

export interface RestrictedSqlOptions extends AccountUrlsOptions {
  /** Limits of one statement. */
  maxMs: number;
  maxRows: number;
  /** Maximum size of the rows as JSON, in characters. */
  maxCharacters: number;
}

/** Maximum number of connections of one process per mode. */
const SESSIONS = 5;
const IDLE_MS = 30_000;
/**
 * If the server does not end a statement at its time limit, this process ends the statement after this additional time.
 */
const GRACE_MS = 500;
const OPENERS: Record<Dialect, OpenSession> = { postgres: openPostgresSession, mysql: openMysqlSession };

/**
 * Runs statements of users on the service's own database. Each call runs a single statement with bound values, under an
 * account with few privileges, with limits for time, rows and size.
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

  /**
   * Runs a statement.
   * @throws DomainError; the reason of the signal if it was aborted
   */
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
    // Runs in the last phase of the shutdown, because jobs may wait for a result until then.
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
      const run = (stop: AbortSignal) => {
        stop.addEventListener('abort', () => {
          ended = session.kill();
          session.end();
        });
        return session.run(statement, rows);
      };
      const rowCount = await withTimeout(maxMs + GRACE_MS, run, () => databaseTimedOut(maxMs), signal);
      return { rows: rows.rows, rowCount };
    } finally {
      if (session.usable) pool.release(session);
      else pool.drop(session, ended ?? session.kill());
    }
  }

  private poolOf(mode: AccountMode, url: string): SessionPool {
    const { maxMs } = this.options;
    let pool = this.pools.get(mode);
    if (!pool) {
      const open = () => OPENERS[dialectOf(url)](url, { statementMs: maxMs });
      pool = new SessionPool({
        open,
        size: SESSIONS,
        waitMs: maxMs,
        idleMs: IDLE_MS,
        resetMs: ANSWER_MS,
        killMs: CONNECT_MS + KILL_MS + ANSWER_MS,
      });
      this.pools.set(mode, pool);
    }
    return pool;
  }
}
