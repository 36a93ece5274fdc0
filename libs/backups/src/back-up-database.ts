import type { Writable } from 'node:stream';
import { createDataSource } from '@app/entities';
import { linkedSignal } from '@app/kernel';
import { type BackupRequest, createBackup } from './create-backup';
import { readMigrations } from './database/executed-migrations';
import { openForBackup } from './database/open-for-backup';
import { withDatabase } from './database/with-database';
import { whileFilesAreKept } from './files/kept-files';
import type { BackupTotals } from './format/manifest';

export interface DatabaseBackupRequest extends Omit<BackupRequest, 'dataSource' | 'output'> {
  /** Opens the output when the backup begins to write. */
  open: () => Writable;
}

/**
 * Writes a backup of the database at `url`. If it includes the files, no process removes files until it has ended, so
 * the backup has each file to which its snapshot refers.
 * @throws BackupRefusal; errors of the database, the file store and the output
 */
export async function backUpDatabase(
  url: string,
  { open, ...request }: DatabaseBackupRequest,
): Promise<BackupTotals> {
  const write = (signal = request.signal) =>
    withDatabase(openForBackup(url), (dataSource) =>
      createBackup({ ...request, dataSource, output: open(), signal }),
    );
  if (request.files === null) return write();
  return withDatabase(createDataSource(url, 1).initialize(), async (dataSource) => {
    // Without its migrations, the database may not have the table of leases.
    await readMigrations(dataSource.manager);
    return whileFilesAreKept(dataSource, async (lost) => {
      const stop = linkedSignal([lost, ...(request.signal ? [request.signal] : [])]);
      try {
        return await write(stop.signal);
      } finally {
        stop.release();
      }
    });
  });
}
