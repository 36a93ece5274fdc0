import { assertAwaited, currentRequest, runBeyondRequest } from '@app/kernel';
import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import { isDatabaseUnreachable } from './is-database-unreachable';
import { isRefusal } from './is-refusal';
import { OutcomeUnknown } from './outcome-unknown';

/** Matches statements that commit nothing. `WITH` is left out, because it may begin a statement that writes. */
const COMMITS_NOTHING =
  /^[\s(]*(select|show|explain|values|table|set|start|begin|rollback|savepoint|release)\b/i;
const WITHOUT_WRITE = /^\s*with\b(?![^]*\b(insert|update|delete|merge)\b)/i;

/** Messages of the drivers if the connection was already closed, so that the statement was not sent. */
const NOT_SENT =
  /^(Can't add new command when connection is in closed state|(Client has encountered a connection error|Client was closed) and is not queryable)/;

/**
 * A data source that distinguishes failed writes from writes that may have been committed. If the connection fails
 * before a statement is sent or within a transaction, nothing was written, and the driver's error is thrown. If the
 * connection fails after `COMMIT` was sent, or after a statement that writes was sent outside of a transaction,
 * `OutcomeUnknown` is thrown. The data source also counts the writes of the current request (`RequestScope.writes`).
 *
 * After a request is abandoned, no further statement of it begins, and its open transaction is rolled back. Without
 * this, requests that were already answered with a timeout would continue to write, and would take database time from
 * requests whose clients still wait.
 */
export class TrackedDataSource extends DataSource {
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = bindToRequest(super.createQueryRunner(mode));
    const send = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    const tracked = async (sql: string, ...rest: [unknown[]?, boolean?]): Promise<unknown> => {
      const commits = runner.isTransactionActive ? isCommit(sql) : isWrite(sql);
      // PostgreSQL's query runner releases itself when its connection fails between two statements.
      if (runner.isReleased && runner.isTransactionActive) throw connectionLost();
      if (!commits) return send(sql, ...rest);
      // If connecting fails, nothing has been sent.
      await runner.connect();
      return trackWrite(() => send(sql, ...rest));
    };
    return Object.assign(runner, { query: tracked });
  }
}

/**
 * Makes a query runner check the request before each statement. Every statement first requests a connection, for which
 * it may have to wait.
 */
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

/**
 * Counts a write and sends it.
 * @throws OutcomeUnknown if the write failed but may have been committed
 */
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

function messageOf(error: unknown): string {
  const { driverError } = error as { driverError?: unknown };
  const { message } = (driverError ?? error) as { message?: unknown };
  return String(message);
}

/** Returns the error of a lost connection. Its code is `connection_does_not_exist` of PostgreSQL. */
function connectionLost(): Error {
  return Object.assign(new Error('The database connection was lost within a transaction.'), {
    code: '08003',
  });
}
