import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type PgPool, type PgPoolClient, type PgQueryResult, runMigrations } from 'bullmq';
import { DatabaseError, Pool } from 'pg';
import { reasonOf } from '../reason-of';

const SCHEMA = 'bullmq';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2000;
/** The server is ending or only starting, has no connection left, or chose this query as a deadlock's victim. */
const PASSING_STATES = /^(08|40|53|57P)/;
/** Undefined table, function or schema. */
const SCHEMA_GONE_STATES = new Set(['42P01', '42883', '3F000']);

/**
 * The connections of this process's queues to PostgreSQL. BullMQ gives up for good when its first query fails, and
 * takes any error but a refused connection for a fault of the query. So this pool waits until the server is reached
 * and the schema stands, makes the schema anew when it was lost, and gives every loss the one form that BullMQ sits out.
 */
export class QueuePool implements PgPool {
  /** Read by BullMQ: a worker may wait long on a connection whose loss would be noticed. */
  readonly options = { keepAlive: true };
  lastError: Error | undefined;
  private readonly pool: Pool;
  private readonly closing = new AbortController();
  private preparation: Promise<void> | undefined;

  constructor(connectionString: string, size: number) {
    this.pool = new Pool({
      connectionString,
      max: size,
      options: `-c search_path=${SCHEMA}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
    });
    // Each queue waits at it for the server.
    setMaxListeners(0, this.closed);
    // An idle connection that drops is replaced when the next one is needed.
    this.pool.on('error', (error) => (this.lastError = error));
    // One in use tells by its query that it fails; unheard, the event would end the process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Aborted when the pool is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /** Resolves when the server is reached and the schema stands. */
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

  private async prepare(): Promise<void> {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      try {
        return await this.migrate();
      } catch (error) {
        this.lastError = error as Error;
        await delay(waitMs, undefined, { signal: this.closed });
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

/** True for what is no fault of the query, and may be over when it is sent again. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return isSchemaGone(error) || PASSING_STATES.test(error.code ?? '');
}

function asConnectionRefused(error: unknown): Error {
  return Object.assign(
    new Error(`PostgreSQL cannot answer at present: ${reasonOf(error)}`, { cause: error }),
    {
      code: 'ECONNREFUSED',
    },
  );
}
