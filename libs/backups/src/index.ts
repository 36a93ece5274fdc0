export { BackupRefusal } from './backup-refusal';
export { createBackup } from './create-backup';
export type { EndedWork } from './database/end-work';
export { openForBackup } from './database/open-for-backup';
export { BackupFileError } from './format/backup-file-error';
export type { BackupContent, BackupTotals } from './format/manifest';
export { readBackup } from './format/read-backup';
export { type RestoreRequest, restoreBackup } from './restore-backup';
export { dropTrialDatabase, trialRestore } from './trial-restore';
