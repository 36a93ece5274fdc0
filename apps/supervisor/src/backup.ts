import 'reflect-metadata';
import { readBackupCommand } from './backup-command-line';
import { runDatabaseCommand } from './database-command';

/** Writes a backup of the database that `npm start` uses. The product may be running or stopped. */
runDatabaseCommand({
  program: 'worker/src/backup-database.js',
  args: (environment) => [JSON.stringify(readBackupCommand(process.argv.slice(2), environment, new Date()))],
  besideProduct: true,
  createsDatabase: false,
  interrupted: 'Interrupted: no backup was written.',
});
