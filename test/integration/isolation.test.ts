// Runs on both profiles: locks and races differ.
import { inTransaction } from '@app/entities';
import { openDatabase, type TestDatabase } from '../harness';

const LEVEL = {
  postgres: `SELECT current_setting('transaction_isolation') AS "Value"`,
  // MariaDB uses one of these two names, and MySQL uses the other.
  mysql: `SHOW VARIABLES WHERE Variable_name IN ('tx_isolation', 'transaction_isolation')`,
};

describe('transactions', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());

  it("transactions are READ COMMITTED on every connection of the pool, regardless of the server's setting", async () => {
    const { dataSource } = database;
    const sql = database.url.startsWith('postgres') ? LEVEL.postgres : LEVEL.mysql;
    const levels = await Promise.all(
      Array.from({ length: 5 }, () =>
        inTransaction(dataSource, async (manager) => {
          const [row] = await manager.query<{ Value: string }[]>(sql);
          return row?.Value.toLowerCase().replace('-', ' ');
        }),
      ),
    );
    expect(levels).toEqual(levels.map(() => 'read committed'));
  });

  it("transactions refuse values that do not fit their column, regardless of the server's setting", async () => {
    const tooLong = 'x'.repeat(192);
    const insert = database.dataSource.query(`INSERT INTO workflow_memory (name) VALUES ('${tooLong}')`);
    await expect(insert).rejects.toThrow(/too long/i);
  });

  it('transactions read changes that other transactions have committed in the meantime', async () => {
    const { dataSource } = database;
    const read = 'SELECT name FROM workflow_memory';
    await inTransaction(dataSource, async (manager) => {
      expect(await manager.query(read)).toEqual([]);
      await dataSource.query(`INSERT INTO workflow_memory (name) VALUES ('seen')`);
      expect(await manager.query(read)).toEqual([{ name: 'seen' }]);
    });
  });
});
