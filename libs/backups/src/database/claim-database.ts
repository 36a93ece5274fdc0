import { clearRestoreMark, markRestore, readRestoreMark } from '@app/entities';
import { pause } from '@app/kernel';
import type { EntityManager, QueryRunner } from 'typeorm';
import { BackupRefusal } from '../backup-refusal';
import type { BackupManifest } from '../format/manifest';
import { tableSql } from './table-sql';

export interface ClaimOptions {
  /** The name of the backup file. */
  fileName: string;
  /** Whether a database that is not empty may be overwritten. */
  overwrite: boolean;
  /** Whether a backup of another installation may be restored. */
  otherInstallation: boolean;
  now: Date;
}

/** Migrations insert rows into these tables, so they are not empty in a new database. */
const FILLED_BY_MIGRATIONS = new Set([
  'backup_schedule',
  'dashboard',
  'fault_count',
  'installation',
  'scene',
]);
/** How long the connections of stopped processes may take to end. */
const ENDING_MS = 3000;
const POLL_MS = 100;

/**
 * Checks that the database may be replaced, and changes nothing.
 * @throws BackupRefusal if another process uses the database, or if data would be lost
 */
export async function refuseUnlessReplaceable(
  runner: QueryRunner,
  manifest: BackupManifest,
  options: ClaimOptions,
): Promise<void> {
  await refuseOtherSessions(runner.manager);
  if (!(await readRestoreMark(runner))) await refuseToLoseData(runner, manifest, options);
}

/**
 * Marks the database, so that no process of the product starts until the restore has finished. If an interrupted
 * restore has already marked the database, the data is incomplete and may be replaced.
 * @returns false if an interrupted restore has already marked it
 * @throws BackupRefusal if another process uses the database, or if data would be lost
 */
export async function claimDatabase(
  runner: QueryRunner,
  manifest: BackupManifest,
  options: ClaimOptions,
): Promise<boolean> {
  await refuseUnlessReplaceable(runner, manifest, options);
  if (await readRestoreMark(runner)) return false;
  await markRestore(runner, { file: options.fileName, startedAt: options.now.toISOString() });
  await confirmAlone(runner);
  return true;
}

/**
 * Checks again that no other process uses the database, because one may have started just before the database was
 * marked.
 */
async function confirmAlone(runner: QueryRunner): Promise<void> {
  try {
    await refuseOtherSessions(runner.manager);
  } catch (error) {
    await clearRestoreMark(runner);
    throw error;
  }
}

/** Refuses the restore if the database has other connections. Every running process of the product has at least one. */
async function refuseOtherSessions(manager: EntityManager): Promise<void> {
  const deadlineMs = performance.now() + ENDING_MS;
  for (;;) {
    const count = await tableSql.countOtherSessions(manager);
    if (count === 0) return;
    if (performance.now() > deadlineMs) {
      throw new BackupRefusal(
        `${count === 1 ? 'Another connection uses' : `${count} other connections use`} the database. ` +
          'Stop every api and worker, and close other programs that are connected, before you restore.',
      );
    }
    await pause(POLL_MS);
  }
}

async function refuseToLoseData(
  runner: QueryRunner,
  { installationId }: BackupManifest,
  { overwrite, otherInstallation }: ClaimOptions,
): Promise<void> {
  if (!(await hasData(runner))) return;
  if (!overwrite) {
    throw new BackupRefusal(
      'The database is not empty. Add --overwrite to replace its data with the backup.',
    );
  }
  const present = await readInstallationId(runner);
  if (present === null || present === installationId || otherInstallation) return;
  throw new BackupRefusal(
    `The backup is from the installation ${installationId}, but the database belongs to the installation ${present}. ` +
      'Add --other-installation to replace its data anyway.',
  );
}

async function hasData(runner: QueryRunner): Promise<boolean> {
  for (const { tableName } of runner.dataSource.entityMetadatas) {
    if (FILLED_BY_MIGRATIONS.has(tableName) || !(await runner.hasTable(tableName))) continue;
    const rows = (await runner.query(`SELECT 1 FROM ${tableName} LIMIT 1`)) as unknown[];
    if (rows.length > 0) return true;
  }
  return false;
}

/**
 * Returns the id of the installation. Null if the table does not exist yet, because an older version has created the
 * database.
 */
async function readInstallationId(runner: QueryRunner): Promise<string | null> {
  if (!(await runner.hasTable('installation'))) return null;
  const rows = (await runner.query('SELECT installation_id AS id FROM installation')) as { id: string }[];
  return rows[0]?.id ?? null;
}
