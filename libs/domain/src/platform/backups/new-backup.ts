import { BackupEntity } from '@app/entities';
import { newId } from '@app/kernel';

const LONGEST_CREATOR = 254;

type Request = Pick<BackupEntity, 'scheduled' | 'includesFiles' | 'createdBy' | 'createdAt'>;

/** The row of a backup that is due at once. */
export function newBackup({ createdBy, ...request }: Request): BackupEntity {
  return Object.assign(new BackupEntity(), {
    ...request,
    id: newId(),
    createdBy: createdBy.slice(0, LONGEST_CREATOR),
    status: 'queued',
    progress: 0,
    fileId: null,
    sizeBytes: null,
    sha256: null,
    encrypted: null,
    tables: null,
    rowCount: null,
    files: null,
    missingFiles: null,
    verifiedAt: null,
    error: null,
    attempts: 0,
    claim: null,
    dueAt: request.createdAt,
    activeKey: 'active',
    finishedAt: null,
  } satisfies BackupEntity);
}
