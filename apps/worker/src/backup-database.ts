import 'reflect-metadata';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backUpDatabase, BackupRefusal, readBackup } from '@app/backups';
import type { Environment } from '@app/config';
import { type BackupCommand, readCommand } from '@app/processes';
import { openFileStore } from '@app/storage';
import { describeTotals } from './commands/describe-backup';
import { print, runCommand } from './commands/run-command';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interruption.abort(new BackupRefusal('Interrupted: no backup was written.')));
}

/** Writes a backup to a local file and reads it back. The file gets its final name when it is complete. */
runCommand('No backup was written', async (environment) => {
  const { file, includeFiles } = readCommand<BackupCommand>();
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeBackup(part, includeFiles, environment);
    const { totals } = await readBackup(createReadStream(part), environment.BACKUP_PASSPHRASE ?? null);
    if (existsSync(file)) throw new BackupRefusal(`${file} exists already. Choose another name.`);
    await rename(part, file);
    const { size } = await stat(file);
    print(`Wrote and checked ${file}: ${describeTotals(totals)}, ${size} bytes.`);
    if (totals.files.missing > 0) print(`${totals.files.missing} files were missing from the file store.`);
    if (environment.BACKUP_PASSPHRASE === undefined)
      print('The backup is not encrypted. Set BACKUP_PASSPHRASE to encrypt the next one.');
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
});

async function writeBackup(part: string, includeFiles: boolean, environment: Environment): Promise<void> {
  await backUpDatabase(environment.DATABASE_URL, {
    files: includeFiles ? openFileStore(environment) : null,
    open: () => createWriteStream(part, { mode: 0o600, flush: true }),
    passphrase: environment.BACKUP_PASSPHRASE ?? null,
    now: new Date(),
    signal: interruption.signal,
  });
}
