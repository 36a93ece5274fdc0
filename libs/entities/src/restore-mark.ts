import type { DataSource, QueryRunner } from 'typeorm';
import { dialectSql } from './dialect-sql';
import { UnusableDatabase } from './unusable-database';

/** While a restore replaces the data, this table exists. It is dropped when all data is restored. */
const TABLE = 'restore_in_progress';

/** Describes a restore that has not finished. */
export interface RestoreMark {
  /** The name of the backup file. */
  file: string;
  /** ISO 8601 UTC. */
  startedAt: string;
}

/** Thrown if the database contains only a part of a backup. */
export class RestoreUnfinished extends UnusableDatabase {
  constructor({ file, startedAt }: RestoreMark) {
    super(
      `A restore of this database from ${file} began at ${startedAt} and has not finished, so its data is incomplete. ` +
        'Wait for the restore, or run it again if it was interrupted: npm run restore -- FILE',
    );
  }
}

/**
 * Marks the database.
 * @throws if the database is already marked
 */
export async function markRestore(runner: QueryRunner, { file, startedAt }: RestoreMark): Promise<void> {
  await runner.query(`CREATE TABLE ${TABLE} (file varchar(255) NOT NULL, started_at varchar(32) NOT NULL)`);
  await dialectSql.insert(runner.manager, TABLE, [
    { name: 'file', type: 'text', values: [file.slice(0, 255)] },
    { name: 'started_at', type: 'text', values: [startedAt] },
  ]);
}

/** Returns the mark of an unfinished restore. Null if there is none. */
export async function readRestoreMark(runner: QueryRunner): Promise<RestoreMark | null> {
  if (!(await runner.hasTable(TABLE))) return null;
  const rows = (await runner.query(`SELECT file, started_at AS "startedAt" FROM ${TABLE}`)) as RestoreMark[];
  return rows[0] ?? { file: 'an unknown file', startedAt: 'an unknown time' };
}

export async function clearRestoreMark(runner: QueryRunner): Promise<void> {
  await runner.query(`DROP TABLE ${TABLE}`);
}

/**
 * Refuses to continue if a restore is unfinished.
 * @throws RestoreUnfinished
 */
export async function refuseDuringRestore(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const mark = await readRestoreMark(runner);
    if (mark) throw new RestoreUnfinished(mark);
  } finally {
    await runner.release();
  }
}
