// Runs on both profiles: the drivers react differently to lost servers.
import {
  createDataSource,
  inTransaction,
  isDatabaseUnreachable,
  isDuplicateKey,
  LeaseEntity,
  OutcomeUnknown,
  untilKnown,
} from '@app/entities';
import { currentRequest, runInRequest } from '@app/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { TcpRelay } from '../factories/tcp-relay';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const COMMIT = /COMMIT(?!TED)/;
const lease = (name: string) => ({ name, holder: 'test', epoch: 1, expiresAt: new Date(0) });

const insert = (manager: EntityManager, name: string) => manager.insert(LeaseEntity, lease(name));

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a write whose response is lost', () => {
  let database: TestDatabase;
  let relay: TcpRelay;
  let dataSource: DataSource;
  let names = 0;

  beforeAll(async () => {
    database = await openDatabase();
    relay = await TcpRelay.before(database.url);
  });
  beforeEach(async () => {
    dataSource = await createDataSource(relay.url, 3).initialize();
  });
  afterEach(() => dataSource.destroy());
  afterAll(async () => {
    await relay.cut();
    await database.drop();
  });

  const newName = () => `lease-${++names}`;
  const written = (name: string) => database.dataSource.manager.existsBy(LeaseEntity, { name });
  /**
   * Waits until the pool has no connection. The pool may notice a broken connection only when it uses it again.
   */
  const withoutConnections = () =>
    waitFor(async () => /ECONNREFUSED/.test(String(await failureOf(dataSource.query('SELECT 1')))), {
      what: 'the pool to be empty',
    });

  it('a write has an unknown outcome if it was a single statement without a transaction', async () => {
    const name = newName();
    relay.loseAnswers(/INSERT INTO/);
    await expect(insert(dataSource.manager, name)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await written(name)).toBe(true);
  });

  it('a write has an unknown outcome if the response to its commit is lost', async () => {
    const name = newName();
    relay.loseAnswers(COMMIT);
    const failure = await failureOf(inTransaction(dataSource, (manager) => insert(manager, name)));
    expect(failure).toBeInstanceOf(OutcomeUnknown);
    expect(isDatabaseUnreachable(failure)).toBe(true);
    expect(await written(name)).toBe(true);
  });

  it('a write is reported as not written if the transaction was not committed', async () => {
    const name = newName();
    relay.loseAnswers(/INSERT INTO/);
    const failure = await failureOf(inTransaction(dataSource, (manager) => insert(manager, name)));
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    expect(isDatabaseUnreachable(failure)).toBe(true);
    expect(await written(name)).toBe(false);
  });

  it('a write is reported as not written if the connection is lost between the statements of a transaction', async () => {
    const name = newName();
    const failure = await failureOf(
      inTransaction(dataSource, async (manager) => {
        await insert(manager, name);
        relay.loseAnswers(/SELECT 42/);
        await manager.query('SELECT 42').catch(() => undefined);
      }),
    );
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    expect(isDatabaseUnreachable(failure)).toBe(true);
    expect(await written(name)).toBe(false);
  });

  it('a write is reported as not written if no connection is available to send it', async () => {
    await relay.cut();
    await withoutConnections();
    const failure = await failureOf(insert(dataSource.manager, newName()));
    await relay.mend();
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    expect(isDatabaseUnreachable(failure)).toBe(true);
  });

  it('a write keeps the error of the database if the database refuses the write', async () => {
    const name = newName();
    await insert(dataSource.manager, name);
    expect(isDuplicateKey(await failureOf(insert(dataSource.manager, name)))).toBe(true);
  });

  it('a query whose response is lost is not reported as a write with an unknown outcome', async () => {
    relay.loseAnswers(/SELECT 42/);
    const failure = await failureOf(dataSource.query('SELECT 42'));
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    expect(isDatabaseUnreachable(failure)).toBe(true);
  });

  it('a write counts as a write of its request unless the database refused or rolled back the write', () =>
    runInRequest('request-1', async () => {
      const name = newName();
      await dataSource.query('SELECT 1');
      expect(currentRequest()?.writes).toBe(0);
      await insert(dataSource.manager, name);
      expect(currentRequest()?.writes).toBe(1);
      await failureOf(insert(dataSource.manager, name));
      await failureOf(
        inTransaction(dataSource, async (manager) => {
          await insert(manager, newName());
          throw new Error('refused');
        }),
      );
      expect(currentRequest()?.writes).toBe(1);
      relay.loseAnswers(COMMIT);
      await failureOf(inTransaction(dataSource, (manager) => insert(manager, newName())));
      expect(currentRequest()?.writes).toBe(2);
    }));

  it('a write has a known outcome after a retry that recognizes the committed write', async () => {
    const name = newName();
    relay.loseAnswers(/INSERT INTO/, 2);
    await untilKnown((isFirst) =>
      insert(dataSource.manager, name).catch((error: unknown) => {
        if (isFirst || !isDuplicateKey(error)) throw error;
      }),
    );
    expect(await written(name)).toBe(true);
  });

  it('a write still has an unknown outcome if the database cannot be reached for the retry', async () => {
    const failure = await failureOf(
      untilKnown(async (isFirst) => {
        if (isFirst) relay.loseAnswers(/INSERT INTO/);
        const inserting = insert(dataSource.manager, newName());
        if (isFirst) await failureOf(inserting).then(() => relay.cut());
        return inserting;
      }),
    );
    await relay.mend();
    expect(failure).toBeInstanceOf(OutcomeUnknown);
  });
});
