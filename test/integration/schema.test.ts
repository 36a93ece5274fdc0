// Runs on both profiles: each database has statements of its own.
import { createDataSource, prepareDatabase } from '@app/entities';
import { anAccount } from '../factories/an-account';
import { aWorkflow } from '../factories/a-workflow';
import { listUsers, listWorkflows } from '../factories/lists';
import { openDatabase, type TestDatabase } from '../harness';

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

  it('the schema lets searches find users that were created before the migration', async () => {
    const database = await openDatabase();
    try {
      const { dataSource } = database;
      const user = await anAccount(dataSource, { username: 'Old.Hand' });
      while (await hasTable(database, 'user_search_term')) await dataSource.undoLastMigration();
      await dataSource.runMigrations();
      const { items } = await listUsers(dataSource, { search: 'hand', page: 1, limit: 20 });
      expect(items.map(({ id }) => id)).toEqual([user.id]);
    } finally {
      await database.drop();
    }
  });

  it('the schema lets searches find workflows that were created before the migration', async () => {
    const database = await openDatabase();
    try {
      const { dataSource } = database;
      const workflow = await aWorkflow(dataSource, { name: 'Zu: ÄLTERE Lüftung' });
      while (await hasTable(database, 'workflow_search_term')) await dataSource.undoLastMigration();
      await dataSource.runMigrations();
      const { items } = await listWorkflows(dataSource, { search: 'ältere l', page: 1, limit: 20 });
      expect(items.map(({ id }) => id)).toEqual([workflow.id]);
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

async function hasTable({ dataSource }: TestDatabase, name: string): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    return await runner.hasTable(name);
  } finally {
    await runner.release();
  }
}
