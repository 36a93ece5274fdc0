import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { reconnectDelayMs } from '@app/kernel';
import { type PgPool, type PgPoolClient, type PgQueryResult, runMigrations } from 'bullmq';
import { DatabaseError, Pool } from 'pg';
import { reasonOf } from '../reason-of';

const SCHEMA = 'bullmq';
const QUERY_MS = 10_000;
/**
 * Matches the SQLSTATEs after which a retry may succeed: the server is stopping or starting, has no free connection, or
 * has aborted the query because of a deadlock.
 */
const PASSING_STATES = /^(08|40|53|57P)/;
/** The SQLSTATEs of a missing table, function or schema. */
const SCHEMA_GONE_STATES = new Set(['42P01', '42883', '3F000']);

/**
 * The connections to PostgreSQL for the queues of this process. BullMQ never retries its first query, and retries later
 * queries only after a refused connection. Therefore, this pool waits until the server is reachable and the schema
 * exists, creates the schema again if it was lost, and reports every lost connection as the error that BullMQ retries.
 */
export class QueuePool implements PgPool {
  /**
   * BullMQ reads this option. If it is set, BullMQ lets a worker wait on a connection for a long time, and relies on
   * keep-alive packets to detect a lost connection.
   */
  readonly options = { keepAlive: true };
  lastError: Error | undefined;
  private pool: Pool;
  private renewedAtMs = -QUERY_MS;
  private readonly closing = new AbortController();
  private preparation: Promise<void> | undefined;

  constructor(
    private readonly connectionString: string,
    private readonly size: number,
  ) {
    // Each queue adds a listener while it waits for the server.
    setMaxListeners(0, this.closed);
    this.pool = this.open();
  }

  /** Aborted when the pool is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /** Resolves when the server is reachable and the schema exists. */
  prepared(): Promise<void> {
    this.preparation ??= this.prepare();
    return this.preparation;
  }

  async connect(): Promise<PgPoolClient> {
    await this.prepared();
    return this.pool.connect();
  }

  async query<Row>(text: string, values?: readonly unknown[]): Promise<PgQueryResult<Row>> {
    await this.prepared();
    const preparation = this.preparation;
    try {
      const { rows, rowCount } = await this.pool.query(text, values && [...values]);
      this.lastError = undefined;
      return { rows: rows as Row[], rowCount };
    } catch (error) {
      if (isSchemaGone(error) && this.preparation === preparation) this.preparation = undefined;
      throw isPassing(error) ? asConnectionRefused(error) : error;
    }
  }

  /**
   * Replaces all connections, because a network failure may have broken some of them. If the pool kept a broken
   * connection, the loss would be detected only when the next query on this connection gets no response. Running
   * queries keep their connections until their time limit.
   */
  renew(): void {
    // Replaced connections end after `QUERY_MS` at the latest, so at most two generations exist at the same time.
    if (performance.now() - this.renewedAtMs < QUERY_MS) return;
    this.renewedAtMs = performance.now();
    const replaced = this.pool;
    this.pool = this.open();
    replaced.end().catch((error: Error) => (this.lastError = error));
  }

  on(): this {
    return this;
  }

  removeAllListeners(): this {
    return this;
  }

  async end(): Promise<void> {
    this.closing.abort();
    await this.pool.end();
  }

  private open(): Pool {
    const pool = new Pool({
      connectionString: this.connectionString,
      max: this.size,
      options: `-c search_path=${SCHEMA}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5000,
      query_timeout: QUERY_MS,
    });
    // An idle connection was lost. The pool opens another one when it next needs a connection.
    pool.on('error', (error) => (this.lastError = error));
    // When an active connection drops, its query fails. Without this listener, the event would also end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  private async prepare(): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await this.migrate();
      } catch (error) {
        this.lastError = error as Error;
        await delay(reconnectDelayMs(failures), undefined, { signal: this.closed });
      }
    }
  }

  private async migrate(): Promise<void> {
    const client = await this.pool.connect();
    let done = false;
    try {
      await runMigrations(client, SCHEMA);
      done = true;
    } finally {
      client.release(!done);
    }
  }
}

function isSchemaGone(error: unknown): boolean {
  return error instanceof DatabaseError && SCHEMA_GONE_STATES.has(error.code ?? '');
}

/** Returns true if the error was not caused by the query and a retry may succeed. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return isSchemaGone(error) || PASSING_STATES.test(error.code ?? '');
}

function asConnectionRefused(error: unknown): Error {
  return Object.assign(new Error(`PostgreSQL is not available: ${reasonOf(error)}`, { cause: error }), {
    code: 'ECONNREFUSED',
  });
}
