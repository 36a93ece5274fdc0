import { assertAwaited, currentRequest, runBeyondRequest } from '@app/kernel';
import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import { isDatabaseUnreachable } from './is-database-unreachable';
import { OutcomeUnknown } from './outcome-unknown';

/** Statements that commit nothing. `WITH` is not among them: it may begin a write. */
const COMMITS_NOTHING =
  /^[\s(]*(select|show|explain|values|table|set|start|begin|rollback|savepoint|release)\b/i;
const WITHOUT_WRITE = /^\s*with\b(?![^]*\b(insert|update|delete|merge)\b)/i;

/** What the drivers say of a connection that they no longer write to. */
const NOT_SENT =
  /^(Can't add new command when connection is in closed state|(Client has encountered a connection error|Client was closed) and is not queryable)/;

/** Errors of MySQL and MariaDB that end the connection: server shutdown, connection killed, idle for too long. */
const ENDS_CONNECTION = new Set<unknown>([1053, 1927, 4031]);

/**
 * A data source that knows whether a failed write may be committed. If the connection fails before a statement is sent,
 * or within a transaction, nothing is written and the driver's error is thrown. If it fails after `COMMIT`, or after a
 * writing statement outside a transaction, was sent, `OutcomeUnknown` is thrown. It also counts the writes of the current
 * request (`RequestScope.writes`).
 *
 * No statement begins for a request that is abandoned, neither a first one nor the next one of a transaction, which is then
 * rolled back. Otherwise the work of requests that were answered at their deadline would go on, write, and take the
 * database from those who still wait.
 */
export class TrackedDataSource extends DataSource {
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = bindToRequest(super.createQueryRunner(mode));
    const send = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    const tracked = async (sql: string, ...rest: [unknown[]?, boolean?]): Promise<unknown> => {
      const commits = runner.isTransactionActive ? isCommit(sql) : isWrite(sql);
      // PostgreSQL's runner releases itself when its connection fails between two statements.
      if (runner.isReleased && runner.isTransactionActive) throw connectionLost();
      if (!commits) return send(sql, ...rest);
      // Whatever fails before there is a connection has sent nothing.
      await runner.connect();
      return trackWrite(() => send(sql, ...rest));
    };
    return Object.assign(runner, { query: tracked });
  }
}

/** Every statement asks its runner for a connection first, and may have to wait for one. */
function bindToRequest(runner: QueryRunner): QueryRunner {
  const connect = runner.connect.bind(runner) as () => Promise<unknown>;
  const rollback = runner.rollbackTransaction.bind(runner);
  const connectIfAwaited = async (): Promise<unknown> => {
    assertAwaited();
    const connection = await connect();
    assertAwaited();
    return connection;
  };
  const rollbackTransaction = (): Promise<void> => runBeyondRequest(rollback);
  return Object.assign(runner, { connect: connectIfAwaited, rollbackTransaction });
}

/** Counts a write that is about to be sent, and says of its failure whether it may be committed. */
async function trackWrite<T>(send: () => Promise<T>): Promise<T> {
  const request = currentRequest();
  if (request) request.writes++;
  try {
    return await send();
  } catch (error) {
    if (isDatabaseUnreachable(error) && !isRefusal(error) && !NOT_SENT.test(messageOf(error))) {
      throw new OutcomeUnknown(error);
    }
    if (request) request.writes--;
    throw error;
  }
}

function isCommit(sql: string): boolean {
  return sql === 'COMMIT';
}

function isWrite(sql: string): boolean {
  return !COMMITS_NOTHING.test(sql) && !WITHOUT_WRITE.test(sql);
}

/** True if the server refused the statement and goes on serving the connection: then it has rolled it back. */
function isRefusal(error: unknown): boolean {
  const { severity, sqlState, errno } = error as { severity?: unknown; sqlState?: unknown; errno?: unknown };
  return severity === 'ERROR' || (sqlState !== undefined && !ENDS_CONNECTION.has(errno));
}

function messageOf(error: unknown): string {
  const { driverError } = error as { driverError?: unknown };
  const { message } = (driverError ?? error) as { message?: unknown };
  return String(message);
}

/** As PostgreSQL names it: connection_does_not_exist. */
function connectionLost(): Error {
  return Object.assign(new Error('The connection was lost within a transaction.'), { code: '08003' });
}
