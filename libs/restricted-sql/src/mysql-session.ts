import { connect as connectTo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@app/kernel';
import { type Connection, createConnection, type FieldPacket, type ResultSetHeader, Types } from 'mysql2';
import {
  ANSWER_MS,
  CONNECT_MS,
  KILL_MS,
  noAnswer,
  type RestrictedSession,
  type SessionOptions,
  TEMPORARY_BYTES,
} from './restricted-session';
import type { Bound, CheckedStatement } from './restricted-statement';
import type { ResultRows } from './result-rows';
import { mysqlOptions } from './mysql-options';
import { decimal } from './sql-values';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

const KILL_POLL_MS = 100;
/** Memory limit of a session. MariaDB aborts a statement that needs more. */
const SESSION_BYTES = 128 * 1024 * 1024;

export async function openMysqlSession(
  url: string,
  { statementMs }: SessionOptions,
): Promise<RestrictedSession> {
  const options = mysqlOptions(url);
  const socket = connectTo(options.port ?? 0, options.host).setNoDelay(true);
  const connection = createConnection({
    ...options,
    stream: socket,
    connectTimeout: CONNECT_MS,
    rowsAsArray: true,
    supportBigNumbers: true,
    dateStrings: ['DATE'],
    // The server discards prepared statements when a session is reset, so a larger cache would be useless.
    maxPreparedStatements: 4,
  });
  const session = new MysqlSession(connection, socket, url, statementMs);
  try {
    await session.connected();
    await withTimeout(ANSWER_MS, () => session.prepare(), noAnswer);
  } catch (error) {
    session.end();
    throw error;
  }
  return session;
}

class MysqlSession implements RestrictedSession {
  usable = true;
  private setUp: string[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly socket: Socket,
    private readonly url: string,
    private readonly statementMs: number,
  ) {
    connection.on('error', () => (this.usable = false));
    connection.on('end', () => (this.usable = false));
  }

  connected(): Promise<void> {
    return settled((done) => this.connection.connect(done));
  }

  /** Applies the settings of the session. The tokenizer relies on this SQL mode. */
  async prepare(): Promise<void> {
    const [[version] = []] = await this.ask('SELECT VERSION()');
    const seconds = this.statementMs / 1000;
    const limits = String(version).includes('MariaDB')
      ? `max_statement_time = ${seconds}, max_session_mem_used = ${SESSION_BYTES},
         tmp_disk_table_size = ${TEMPORARY_BYTES}`
      : `max_execution_time = ${this.statementMs}`;
    this.setUp = [
      'SET NAMES utf8mb4',
      `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
        time_zone = '+00:00', ${limits}, innodb_lock_wait_timeout = ${Math.ceil(seconds)}`,
      'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    ];
    await this.applySetUp();
  }

  async run(statement: CheckedStatement, rows: ResultRows): Promise<number> {
    await this.ask(`START TRANSACTION ${statement.writes ? 'READ WRITE' : 'READ ONLY'}`);
    try {
      const rowCount = await this.executeWithInstants(statement, rows);
      await this.ask(statement.writes ? 'COMMIT' : 'ROLLBACK');
      return rowCount;
    } catch (error) {
      if (this.usable) await this.ask('ROLLBACK').catch(() => this.end());
      throw error;
    }
  }

  async reset(): Promise<void> {
    await settled((done) => this.connection.reset(done));
    await this.applySetUp();
  }

  end(): void {
    this.usable = false;
    this.connection.destroy();
    // Without this, the driver would continue to read the rows that the server sends.
    this.socket.destroy();
  }

  async kill(): Promise<void> {
    const options = mysqlOptions(this.url);
    const socket = connectTo(options.port ?? 0, options.host);
    // The server should respond immediately. Without this timeout, the driver would wait for a lost response for ever.
    socket.setTimeout(ANSWER_MS, () => socket.destroy(noAnswer()));
    const beside = createConnection({ ...options, stream: socket, connectTimeout: CONNECT_MS });
    beside.on('error', () => undefined);
    try {
      const id = this.connection.threadId;
      await settled((done) => beside.query(`KILL CONNECTION ${id}`, done));
      const deadline = performance.now() + KILL_MS;
      while (performance.now() < deadline && (await isAlive(beside, id))) await delay(KILL_POLL_MS);
    } finally {
      beside.destroy();
      socket.destroy();
    }
  }

  /**
   * Runs a statement, and repeats it with rewritten instants if the database refuses them. On MySQL, a column for
   * instants does not accept ISO 8601 text, but a text column must store the text unchanged.
   */
  private async executeWithInstants(statement: CheckedStatement, rows: ResultRows): Promise<number> {
    try {
      return await this.execute(statement, rows);
    } catch (error) {
      const refused = (error as { code?: unknown }).code === 'ER_TRUNCATED_WRONG_VALUE';
      if (!refused || !statement.values.some(isInstant)) throw error;
      return this.execute({ ...statement, values: statement.values.map(rewritten) }, rows);
    }
  }

  /** Runs the statement as a prepared statement, which cannot contain a second statement. */
  private execute({ text, values }: CheckedStatement, rows: ResultRows): Promise<number> {
    return new Promise((resolve, reject) => {
      let fields: FieldPacket[] = [];
      let names: string[] = [];
      let rowCount = 0;
      let failure: unknown;
      const running = this.connection.execute({ sql: text, values });
      running.on('fields', (given: FieldPacket[] | undefined) => {
        fields = given ?? [];
        names = fields.map(({ name }) => name);
      });
      running.on('result', (result: unknown[] | ResultSetHeader) => {
        if (!Array.isArray(result)) {
          rowCount = result.affectedRows;
          return;
        }
        if (failure !== undefined) return;
        try {
          rows.add(
            names,
            result.map((value, index) => valueOf(value, fields[index])),
          );
          rowCount++;
        } catch (error) {
          failure = error;
          this.end();
          reject(error);
        }
      });
      running.on('error', reject);
      running.on('end', () => resolve(rowCount));
    });
  }

  private async applySetUp(): Promise<void> {
    for (const sql of this.setUp) await this.ask(sql);
  }

  private ask(sql: string): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      this.connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as unknown[][])));
    });
  }
}

function isAlive(beside: Connection, id: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    beside.query('SELECT 1 FROM information_schema.processlist WHERE id = ?', [id], (error, rows) =>
      error ? reject(error) : resolve((rows as unknown[]).length > 0),
    );
  });
}

function settled(start: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}

function valueOf(value: unknown, field: FieldPacket | undefined): unknown {
  const isDecimal = field?.columnType === Types.NEWDECIMAL || field?.columnType === Types.DECIMAL;
  return isDecimal && typeof value === 'string' ? decimal(value) : value;
}

function isInstant(value: Bound): value is string {
  return typeof value === 'string' && INSTANT.test(value);
}

function rewritten(value: Bound): Bound {
  return isInstant(value) ? value.replace('T', ' ').replace('Z', '') : value;
}
