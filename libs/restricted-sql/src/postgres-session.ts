import { withTimeout } from '@app/kernel';
import { Client, Query } from 'pg';
import { postgresTypes } from './postgres-types';
import {
  ANSWER_MS,
  CONNECT_MS,
  KILL_MS,
  noAnswer,
  type RestrictedSession,
  type SessionOptions,
} from './restricted-session';
import type { CheckedStatement } from './restricted-statement';
import type { ResultRows } from './result-rows';

/** The settings of a session. The tokenizer relies on the first two. */
const setUp = (statementMs: number) => `
  SET standard_conforming_strings = on;
  SET client_encoding = 'UTF8';
  SET TimeZone = 'UTC';
  SET DateStyle = 'ISO, YMD';
  SET IntervalStyle = 'iso_8601';
  SET bytea_output = 'hex';
  SET statement_timeout = ${statementMs};
  SET lock_timeout = ${statementMs};
  SET work_mem = '4MB';
  SET hash_mem_multiplier = 1;
  SET max_parallel_workers_per_gather = 0;
  SET jit = off;
  SET idle_in_transaction_session_timeout = ${2 * statementMs}`;

export async function openPostgresSession(
  url: string,
  { statementMs }: SessionOptions,
): Promise<RestrictedSession> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  const session = new PostgresSession(client, url, statementMs);
  await client.connect();
  try {
    await withTimeout(ANSWER_MS, () => session.prepare(), noAnswer);
  } catch (error) {
    session.end();
    throw error;
  }
  return session;
}

class PostgresSession implements RestrictedSession {
  usable = true;
  private pid: number | undefined;

  constructor(
    private readonly client: Client,
    private readonly url: string,
    private readonly statementMs: number,
  ) {
    client.on('error', () => (this.usable = false));
    client.on('end', () => (this.usable = false));
  }

  async prepare(): Promise<void> {
    await this.client.query(setUp(this.statementMs));
    const { rows } = await this.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    this.pid = rows[0]?.pid;
  }

  async run(statement: CheckedStatement, rows: ResultRows): Promise<number> {
    const { client } = this;
    await client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED ${statement.writes ? 'READ WRITE' : 'READ ONLY'}`,
    );
    try {
      const rowCount = await this.execute(statement, rows);
      // For a statement that only reads, the rollback also discards notifications.
      await client.query(statement.writes ? 'COMMIT' : 'ROLLBACK');
      return rowCount;
    } catch (error) {
      if (this.usable) await client.query('ROLLBACK').catch(() => this.end());
      throw error;
    }
  }

  async reset(): Promise<void> {
    await this.client.query('DISCARD ALL');
    await this.client.query(setUp(this.statementMs));
  }

  end(): void {
    this.usable = false;
    this.client.connection.stream.destroy();
  }

  async kill(): Promise<void> {
    const beside = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: KILL_MS + ANSWER_MS,
    });
    beside.on('error', () => undefined);
    try {
      await beside.connect();
      await beside.query('SELECT pg_terminate_backend($1, $2)', [this.pid, KILL_MS]);
    } finally {
      // Do not wait for the server, because it may never confirm the end of the connection.
      beside.connection.stream.destroy();
    }
  }

  /** Runs the statement with the extended protocol, which accepts only a single statement. */
  private execute({ text, values }: CheckedStatement, rows: ResultRows): Promise<number> {
    const { stream } = this.client.connection;
    return new Promise<number>((resolve, reject) => {
      const stop = (error: unknown) => {
        // Do not wait for the remaining rows.
        this.end();
        reject(error);
      };
      let received = 0;
      // Count the bytes as they arrive. A single row can have a gigabyte, and the driver would assemble the whole row
      // before it could be refused.
      const watch = (chunk: Buffer) => {
        received += chunk.length;
        if (received > rows.mostBytes) stop(rows.tooLarge());
      };
      const config = { text, values, rowMode: 'array', queryMode: 'extended', types: postgresTypes };
      const query = new Query<unknown[]>(config);
      query.on('row', (row, result) => {
        if (!this.usable) return;
        try {
          rows.add(result?.fields.map(({ name }) => name) ?? [], row);
        } catch (error) {
          stop(error);
        }
      });
      const settled = (settle: () => void) => {
        stream.off('data', watch);
        settle();
      };
      query.on('error', (error) => settled(() => reject(error)));
      query.on('end', ({ rowCount }) => settled(() => resolve(rowCount ?? 0)));
      stream.on('data', watch);
      this.client.query(query);
    });
  }
}
