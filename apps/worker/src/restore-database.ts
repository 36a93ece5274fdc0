import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { restoreBackup } from '@app/backups';
import { readCommand, type RestoreCommand } from '@app/processes';
import { openFileStore } from '@app/storage';
import { describeEndedWork, describeTotals } from './commands/describe-backup';
import { print, runCommand } from './commands/run-command';

/** Restores a local backup file into the configured database and file store. */
runCommand('The restore failed', async (environment) => {
  const { file, ...choices } = readCommand<RestoreCommand>();
  const { totals, missingFiles, endedWork } = await restoreBackup({
    url: environment.DATABASE_URL,
    fileName: basename(file),
    open: () => createReadStream(file),
    passphrase: environment.BACKUP_PASSPHRASE ?? null,
    files: openFileStore(environment),
    ...choices,
    now: new Date(),
    onChecked: ({ manifest }) =>
      print(`${file} is complete: a backup of ${manifest.createdAt} by version ${manifest.productVersion}.`),
    onClaimed: () => print('Replacing the data of the database …'),
  });
  print(`Restored and compared ${describeTotals(totals)}.`);
  const ended = describeEndedWork(endedWork);
  if (ended !== '') print(`Ended work that was running when the backup was made: ${ended}.`);
  if (missingFiles > 0)
    print(`${missingFiles} files that the database refers to are missing from the file store.`);
});
