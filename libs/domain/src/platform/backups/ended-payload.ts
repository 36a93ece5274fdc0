import type { BackupEntity } from '@app/entities';

/** The payload of the event `backup.completed`. */
export function endedPayload(backup: BackupEntity): object {
  const { id, status, scheduled, includesFiles, encrypted, fileId, sizeBytes, verifiedAt, error } = backup;
  return {
    event: 'backup.completed',
    backupId: id,
    status,
    scheduled,
    includesFiles,
    encrypted,
    fileId,
    size: sizeBytes,
    verifiedAt,
    error,
  };
}
