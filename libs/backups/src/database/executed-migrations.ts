import { createHash } from 'node:crypto';
import { allMigrations, isOfVersion01, VERSION_0_1_ADVICE } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { BackupRefusal } from '../backup-refusal';

const KNOWN = allMigrations.map(({ name }) => name);

/** The SHA-256 of the names of all migrations of version 0.1, joined by commas. They create the schema of version 1.0. */
const VERSION_0_1 = '4922e265a4c1e62388f6ec90f9ceb74b1cebb56da0cc1b57fc3155668fcf1ae7';
/** Matches the timestamps of the migrations of version 0.1. */
const OF_VERSION_0_1 = /1700000\d{6}$/;

/**
 * Returns the migrations that were executed on the database, in order.
 * @throws BackupRefusal if they are not exactly the migrations of this version
 */
export async function readMigrations(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>('SELECT name FROM migrations');
  const executed = new Set(rows.map(({ name }) => name));
  if (await isOfVersion01(manager)) throw new BackupRefusal(VERSION_0_1_ADVICE);
  if (rows.some(({ name }) => !KNOWN.includes(name))) {
    throw new BackupRefusal('A newer version of Plantroom has changed the database. Use the newer version.');
  }
  if (KNOWN.some((name) => !executed.has(name))) {
    throw new BackupRefusal(
      'The database has the tables of an older version of Plantroom. Back it up with the older version, or ' +
        'start this version once to update the tables.',
    );
  }
  return KNOWN;
}

/**
 * Returns the migrations that create the tables of a backup, in order.
 * @throws BackupRefusal if this version does not have one of them, or if they are not all migrations of version 0.1
 */
export function migrationsOf(names: readonly string[]): (typeof allMigrations)[number][] {
  if (names.some((name) => OF_VERSION_0_1.test(name))) return migrationsOfVersion01(names);
  const unknown = names.find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw new BackupRefusal(
      'The backup was written by a newer version of Plantroom, because it contains the unknown migration ' +
        `${unknown}. Install the newer version and restore again.`,
    );
  }
  return allMigrations.filter(({ name }) => names.includes(name));
}

function migrationsOfVersion01(names: readonly string[]): (typeof allMigrations)[number][] {
  if (createHash('sha256').update(names.join()).digest('hex') === VERSION_0_1)
    return allMigrations.slice(0, 1);
  throw new BackupRefusal(
    'The backup was written by an early build of Plantroom 0.1. Restore it with the last build of version 0.1, and ' +
      'write a new backup with that build.',
  );
}
