/** The command that `npm run backup` passes to the process that writes the backup, as JSON in its first argument. */
export interface BackupCommand {
  file: string;
  includeFiles: boolean;
}

/** The command that `npm run restore` passes to the process that restores the backup, as JSON in its first argument. */
export interface RestoreCommand {
  file: string;
  overwrite: boolean;
  otherInstallation: boolean;
  continueWork: boolean;
}

/** Reads the command from the first argument of this process. */
export function readCommand<Command extends object>(): Command {
  return JSON.parse(process.argv[2] ?? '{}') as Command;
}

/**
 * Returns the name of a backup file, for example `plantroom-20260329T013005Z.tar.gz`. The name of an encrypted backup
 * ends in `.enc`.
 */
export function backupFileName(at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `plantroom-${time}Z.tar.gz${isEncrypted ? '.enc' : ''}`;
}
