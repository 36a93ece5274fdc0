import 'reflect-metadata';
import { runDatabaseCommand } from './database-command';

/** Resets the password in the database that `npm start` uses. The product may be running or stopped. */
runDatabaseCommand({
  program: 'api/src/reset-administrator-password.js',
  args: () => [],
  besideProduct: true,
  createsDatabase: false,
  interrupted: 'Interrupted: the password may not have been reset. Run the same command again.',
});
