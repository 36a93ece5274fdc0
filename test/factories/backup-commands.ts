import { join } from 'node:path';
import type { Environment } from '@app/config';
import { type Command, startCommand } from '../servers/command';

const programOf = (name: string) => join('dist', 'apps', 'worker', 'src', `${name}.js`);

/** Starts the program that `npm run backup` runs, on the database of the environment. */
export function startBackup(environment: Partial<Environment>, file: string): Command {
  return startCommand(
    [programOf('backup-database'), JSON.stringify({ file, includeFiles: true })],
    environment,
  );
}

/**
 * Starts the program that `npm run restore` runs, on the database of the environment. The restore does not cancel
 * unfinished work, so the rows equal those of the backup.
 */
export function startRestore(environment: Partial<Environment>, file: string, overwrite = true): Command {
  const command = JSON.stringify({ file, overwrite, otherInstallation: false, continueWork: true });
  return startCommand([programOf('restore-database'), command], environment);
}
