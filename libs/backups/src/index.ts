export { BackupRefusal } from './backup-refusal';
export { type BackupRequest, createBackup } from './create-backup';
export { openForBackup } from './database/open-for-backup';
export { BackupFileError, type BackupFault } from './format/backup-file-error';
export type { BackupContent, BackupManifest, BackupTotals } from './format/manifest';
export { readBackup } from './format/read-backup';
export { type RestoreRequest, type RestoreResult, restoreBackup } from './restore-backup';
export { dropTrialDatabase, trialRestore } from './trial-restore';
