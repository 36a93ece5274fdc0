import { databaseClock, LeaseEntity } from '@app/entities';
import { newId } from '@app/kernel';
import { LeaseService, type LeaseTiming } from '@app/leases';
import type { DataSource, EntityManager, SelectQueryBuilder } from 'typeorm';
import { BackupRefusal } from '../backup-refusal';

/** Each backup has a lease of its own, because several backups may run at the same time. */
const LEASE_PREFIX = 'backup-files:';
const TIMING: LeaseTiming = { ttlMs: 30_000, renewEveryMs: 5000, retryEveryMs: 1000 };

/**
 * Runs `work` while no process removes files from the file store. A snapshot that `work` takes therefore refers only to
 * files that stay until `work` has ended. If this process dies, its lease expires.
 * @param dataSource renews the lease, so `work` must not occupy all of its connections
 * @param work its signal is aborted if the lease is lost
 */
export async function whileFilesAreKept<Result>(
  dataSource: DataSource,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  await deleteExpiredLeases(dataSource.manager);
  const lease = await new LeaseService(dataSource, TIMING).tryAcquire(`${LEASE_PREFIX}${newId()}`);
  if (!lease) throw new Error('Another process holds a lease with a new random name.');
  const lost = new AbortController();
  lease.signal.addEventListener('abort', () => lost.abort(leaseLost()), { once: true });
  try {
    return await work(lost.signal);
  } finally {
    await lease.release();
  }
}

/** Returns true if a backup runs that needs the files of its snapshot. */
export function areFilesKept(manager: EntityManager): Promise<boolean> {
  return leasesOfBackups(manager).andWhere(`lease.expires_at > ${databaseClock.now}`).getExists();
}

/** Deletes the leases of earlier backups. A lease with the epoch 0 is just being acquired. */
async function deleteExpiredLeases(manager: EntityManager): Promise<void> {
  const expired = await leasesOfBackups(manager)
    .andWhere(`lease.epoch > 0 AND lease.expires_at <= ${databaseClock.now}`)
    .getMany();
  for (const { name } of expired) await manager.delete(LeaseEntity, { name });
}

function leasesOfBackups(manager: EntityManager): SelectQueryBuilder<LeaseEntity> {
  return manager
    .createQueryBuilder(LeaseEntity, 'lease')
    .where('lease.name LIKE :names', { names: `${LEASE_PREFIX}%` });
}

function leaseLost(): BackupRefusal {
  return new BackupRefusal(
    'The backup was stopped, because the database did not renew its lease in time. Files of its snapshot may have ' +
      'been removed. Start it again.',
  );
}
