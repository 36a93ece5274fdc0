import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { SupervisorEnvironment } from '@app/config';
import { type BackupCommand, backupFileName, type RestoreCommand } from '@app/processes';
import { StartError } from './start-error';

const BACKUP_USAGE = `Usage: npm run backup -- [FILE] [--without-files]

  FILE             the file to write; by default a new file in DATA_DIR/backups
  --without-files  leave out uploaded files, such as models and pictures

If BACKUP_PASSPHRASE is set, the backup is encrypted.`;

const RESTORE_USAGE = `Usage: npm run restore -- FILE [--overwrite] [--other-installation] [--continue-work]

  FILE                  the backup to restore
  --overwrite           replace the data of a database that is not empty
  --other-installation  replace the data of another installation
  --continue-work       continue work that was under way, such as mails and executions. Use it only if
                        no worker has run since the backup was made

An encrypted backup requires BACKUP_PASSPHRASE.`;

/** @throws StartError if an argument is wrong, or if the file already exists */
export function readBackupCommand(
  args: string[],
  { DATA_DIR, BACKUP_PASSPHRASE }: Pick<SupervisorEnvironment, 'DATA_DIR' | 'BACKUP_PASSPHRASE'>,
  now: Date,
): BackupCommand {
  const options = { 'without-files': { type: 'boolean' } } as const;
  const { values, positionals } = parse(args, options, BACKUP_USAGE);
  if (positionals.length > 1) throw new StartError(BACKUP_USAGE);
  const name = backupFileName(now, BACKUP_PASSPHRASE !== undefined);
  const file = positionals[0] ?? join(DATA_DIR, 'backups', name);
  if (existsSync(file)) throw new StartError(`${file} exists already. Choose another name.`);
  return { file, includeFiles: !values['without-files'] };
}

/** @throws StartError if an argument is wrong, or if there is no such file */
export function readRestoreCommand(args: string[]): RestoreCommand {
  const options = {
    overwrite: { type: 'boolean' },
    'other-installation': { type: 'boolean' },
    'continue-work': { type: 'boolean' },
  } as const;
  const { values, positionals } = parse(args, options, RESTORE_USAGE);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new StartError(RESTORE_USAGE);
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  return {
    file,
    overwrite: values.overwrite === true,
    otherInstallation: values['other-installation'] === true,
    continueWork: values['continue-work'] === true,
  };
}

function parse<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`);
  }
}
