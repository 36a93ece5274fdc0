/** The command from `npm run backup` to the process that writes the backup, as JSON in its first argument. */
export interface BackupCommand {
  file: string;
  includeFiles: boolean;
}

/** The command from `npm run restore` to the process that restores the backup, as JSON in its first argument. */
export interface RestoreCommand {
  file: string;
  overwrite: boolean;
  otherInstallation: boolean;
}

/** Reads the command of this process. */
export function readCommand<Command extends object>(): Command {
  return JSON.parse(process.argv[2] ?? '{}') as Command;
}

/** For example `plantroom-20260329T013005Z.tar.gz`, with `.enc` if the backup is encrypted. */
export function backupFileName(at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `plantroom-${time}Z.tar.gz${isEncrypted ? '.enc' : ''}`;
}
