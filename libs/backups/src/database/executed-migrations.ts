import { allMigrations } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { BackupRefusal } from '../backup-refusal';

const KNOWN = allMigrations.map(({ name }) => name);

/**
 * Returns the migrations that were executed on the database, in order.
 * @throws BackupRefusal if they are not exactly the migrations of this version
 */
export async function readMigrations(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>('SELECT name FROM migrations');
  const executed = new Set(rows.map(({ name }) => name));
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
 * @throws BackupRefusal if this version does not have one of them
 */
export function migrationsOf(names: readonly string[]): (typeof allMigrations)[number][] {
  const unknown = names.find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw new BackupRefusal(
      'The backup was written by a newer version of Plantroom, because it contains the unknown migration ' +
        `${unknown}. Install the newer version and restore again.`,
    );
  }
  return allMigrations.filter(({ name }) => names.includes(name));
}
