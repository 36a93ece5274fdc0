// Runs on both profiles: each database has statements of its own.
import { createDataSource, prepareDatabase } from '@app/entities';
import { dropDatabase, openDatabase, type TestDatabase, testEnvironment } from '../harness';

describe('the schema', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());

  it('the schema matches the entities after all migrations', async () => {
    const dataSource = createDataSource(database.url.replace(/^mysql:/, 'mariadb:'));
    await dataSource.initialize();
    try {
      const drift = await dataSource.driver.createSchemaBuilder().log();
      expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('the schema can be migrated down and up again', async () => {
    const { migrations } = database.dataSource;
    for (const _ of migrations) await database.dataSource.undoLastMigration();
    expect(await database.dataSource.runMigrations()).toHaveLength(migrations.length);
  });

  it('the schema is created only once by concurrent processes', async () => {
    const { DATABASE_URL: url } = testEnvironment();
    try {
      await Promise.all(Array.from({ length: 5 }, () => prepareDatabase(url)));
      const dataSource = createDataSource(url);
      await dataSource.initialize();
      expect(await dataSource.showMigrations()).toBe(false);
      await dataSource.destroy();
    } finally {
      await dropDatabase(url);
    }
  });
});
