import 'reflect-metadata';
import { readRestoreCommand } from './backup-command-line';
import { runDatabaseCommand } from './database-command';

/** Restores a backup into the database that `npm start` uses. The product must be stopped. */
runDatabaseCommand({
  program: 'worker/src/restore-database.js',
  args: () => [JSON.stringify(readRestoreCommand(process.argv.slice(2)))],
  besideProduct: false,
  createsDatabase: true,
  interrupted: 'Interrupted: if the restore had begun, the data is incomplete. Run the same command again.',
});
