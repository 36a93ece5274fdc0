// Runs on both profiles: each database has statements of its own.
import { createDataSource, prepareDatabase } from '@app/entities';
import { openDatabase } from '../harness';

describe('the schema', () => {
  it('the schema matches the entities after all migrations', async () => {
    const database = await openDatabase();
    const dataSource = createDataSource(database.url.replace(/^mysql:/, 'mariadb:'));
    await dataSource.initialize();
    try {
      const drift = await dataSource.driver.createSchemaBuilder().log();
      expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await dataSource.destroy();
      await database.drop();
    }
  });

  it('the schema can be migrated down and up again', async () => {
    const database = await openDatabase();
    try {
      const { migrations } = database.dataSource;
      for (const _ of migrations) await database.dataSource.undoLastMigration();
      expect(await database.dataSource.runMigrations()).toHaveLength(migrations.length);
    } finally {
      await database.drop();
    }
  });

  it('the schema is created only once by concurrent processes', async () => {
    const database = await openDatabase();
    const url = new URL(database.url);
    url.pathname += '_race';
    try {
      await Promise.all(Array.from({ length: 5 }, () => prepareDatabase(url.toString())));
      const dataSource = createDataSource(url.toString());
      await dataSource.initialize();
      expect(await dataSource.showMigrations()).toBe(false);
      await dataSource.destroy();
    } finally {
      await database.dataSource.query(`DROP DATABASE ${url.pathname.slice(1)}`);
      await database.drop();
    }
  });
});
