import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { restoreBackup } from '@app/backups';
import { readCommand, type RestoreCommand } from '@app/processes';
import { openFileStore } from '@app/storage';
import { describeTotals } from './commands/describe-backup';
import { print, runCommand } from './commands/run-command';

/** Restores a local backup file into the configured database and file store. */
runCommand('The restore failed', async (environment) => {
  const { file, overwrite, otherInstallation } = readCommand<RestoreCommand>();
  const { totals, missingFiles } = await restoreBackup({
    url: environment.DATABASE_URL,
    fileName: basename(file),
    open: () => createReadStream(file),
    passphrase: environment.BACKUP_PASSPHRASE ?? null,
    files: openFileStore(environment),
    overwrite,
    otherInstallation,
    now: new Date(),
    onChecked: ({ manifest }) =>
      print(`${file} is complete: a backup of ${manifest.createdAt} by version ${manifest.productVersion}.`),
    onClaimed: () => print('Replacing the data of the database …'),
  });
  print(`Restored and compared ${describeTotals(totals)}.`);
  if (missingFiles > 0)
    print(`${missingFiles} files to which the database refers are not in the file store.`);
});
