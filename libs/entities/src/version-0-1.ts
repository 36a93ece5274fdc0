import type { DataSource, EntityManager } from 'typeorm';
import { UnusableDatabase } from './unusable-database';

/** The timestamp of the first migration of version 1.0. The migrations of version 0.1 have earlier ones. */
const FIRST_TIMESTAMP = 1_795_564_800_000;

/** Says how to keep the data of a database that version 0.1 has created. */
export const VERSION_0_1_ADVICE =
  'The database was created by Plantroom 0.1, and this version cannot update it. Write a backup with version 0.1 ' +
  '(npm run backup -- FILE), and restore it with this version: npm run restore -- FILE --overwrite --continue-work';

/** Returns true if version 0.1 has created the database. The table of executed migrations must exist. */
export async function isOfVersion01(manager: EntityManager): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT name FROM migrations WHERE timestamp < ${FIRST_TIMESTAMP} LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Refuses a database that version 0.1 has created.
 * @throws UnusableDatabase
 */
export async function refuseVersion01(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return;
    if (await isOfVersion01(runner.manager)) throw new UnusableDatabase(VERSION_0_1_ADVICE);
  } finally {
    await runner.release();
  }
}
