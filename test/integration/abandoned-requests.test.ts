import { createDataSource, inTransaction, LeaseEntity } from '@app/entities';
import { currentRequest, RequestAbandoned, runInRequest } from '@app/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { openDatabase, type TestDatabase } from '../harness';

const insert = (manager: EntityManager, name: string) =>
  manager.insert(LeaseEntity, { name, holder: 'test', epoch: 1, expiresAt: new Date(0) });

const abandon = (): void => {
  Object.assign(currentRequest() ?? {}, { abandoned: true });
};

describe('a request that its client has abandoned', () => {
  let database: TestDatabase;
  /** A data source whose pool has only one connection. */
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await openDatabase();
    dataSource = await createDataSource(database.url, 1).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const written = (name: string) => database.dataSource.manager.existsBy(LeaseEntity, { name });

  it('an abandoned request sends no statement to the database', async () => {
    const late = runInRequest('a', () => {
      abandon();
      return insert(dataSource.manager, 'statement');
    });
    await expect(late).rejects.toBeInstanceOf(RequestAbandoned);
    expect(await written('statement')).toBe(false);
  });

  it('a request sends no statement if it is abandoned while it waits for a connection', async () => {
    const holder = dataSource.createQueryRunner();
    await holder.connect();
    const late = runInRequest('a', () => {
      const waiting = insert(dataSource.manager, 'waiting');
      abandon();
      return waiting;
    });
    const refused = late.catch((error: unknown) => error);
    await holder.release();
    expect(await refused).toBeInstanceOf(RequestAbandoned);
    expect(await written('waiting')).toBe(false);
  });

  it('a request that is abandoned during a transaction rolls the transaction back and returns its connection to the pool', async () => {
    const late = runInRequest('a', () =>
      inTransaction(dataSource, async (manager) => {
        await insert(manager, 'transaction');
        abandon();
      }),
    );
    await expect(late).rejects.toBeInstanceOf(RequestAbandoned);
    expect(await written('transaction')).toBe(false);
    await insert(dataSource.manager, 'other');
    expect(await written('other')).toBe(true);
  });
});
