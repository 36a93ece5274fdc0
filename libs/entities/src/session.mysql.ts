import type { Socket } from 'node:net';
import * as mysql from 'mysql2';
import { closeWithin, limitAnswers, type StatementLimit } from './answer-limit';

/** How long a caller waits for a connection of the pool. The limit for PostgreSQL is the same. */
const ACQUIRE_MS = 5000;
/** The usual size limit of a result row, `max_allowed_packet`. */
const GROUP_CONCAT_BYTES = 16 * 1024 * 1024;

/**
 * Returns the statements that set up a new connection. READ COMMITTED is set here, because setting it for each
 * transaction would need another round trip. In strict mode, a value that does not fit its column is refused,
 * regardless of the server's setting. With its default limit, GROUP_CONCAT would truncate its result at 1 KB (MySQL) or
 * 1 MB (MariaDB) with only a warning. Only MariaDB executes the comments that begin with `M!`, and only MySQL those
 * that begin with `!50708`. The time limit of MySQL applies only to SELECT statements.
 */
function sessionOf({ statementMs, idleTransactionMs }: StatementLimit): string[] {
  const idleSeconds = Math.ceil(idleTransactionMs / 1000);
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION sql_mode = CONCAT_WS(',', @@SESSION.sql_mode, 'STRICT_ALL_TABLES')
      , group_concat_max_len = ${GROUP_CONCAT_BYTES}
      /*M!100101 , max_statement_time = ${statementMs / 1000} */
      /*M!100300 , idle_transaction_timeout = ${idleSeconds} */
      /*!50708 , max_execution_time = ${statementMs} */`,
  ];
}

/**
 * Returns the driver `mysql2` for TypeORM. Its connections are set up before their first statement, and destroyed if a
 * response is overdue.
 */
export function mysqlWithLimits(limit: StatementLimit) {
  const session = sessionOf(limit);
  const createPool = (options: mysql.PoolOptions): mysql.Pool => {
    const pool = mysql.createPool(options);
    const sockets = new Set<Socket>();
    pool.on('connection', (connection) => {
      const socket = Reflect.get(connection, 'stream') as Socket;
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      limitAnswers(socket, limit, () => Boolean(Reflect.get(connection, '_command')));
      for (const statement of session) {
        // A connection without its session settings must not be used.
        connection.query(statement, (error: Error | null) => error && connection.destroy());
      }
    });
    limitAcquire(pool);
    limitEnd(pool, sockets);
    return pool;
  };
  return { ...mysql, createPool };
}

type Acquired = Parameters<mysql.Pool['getConnection']>[0];

/** Limits how long callers wait while all connections are in use, because mysql2 has no such limit. */
function limitAcquire(pool: mysql.Pool): void {
  const getConnection = pool.getConnection.bind(pool);
  pool.getConnection = (callback: Acquired) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      const error = new Error(`No database connection became free within ${ACQUIRE_MS} ms.`);
      callback(Object.assign(error, { code: 'ETIMEDOUT', errno: 0 }), undefined as never);
    }, ACQUIRE_MS);
    getConnection((error, connection) => {
      clearTimeout(timer);
      if (!isLate) callback(error, connection);
      else if (!error) connection.release();
    });
  };
}

/** Limits how long `end` waits for the server to close the connections, because mysql2 has no such limit. */
function limitEnd(pool: mysql.Pool, sockets: ReadonlySet<Socket>): void {
  const end = pool.end.bind(pool);
  const endAll = async (callback: (error: NodeJS.ErrnoException | null) => void): Promise<void> => {
    await closeWithin(new Promise<void>((resolve) => end(() => resolve())), sockets);
    callback(null);
  };
  pool.end = (callback = () => undefined) => void endAll(callback);
}
