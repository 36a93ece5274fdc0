import { LeaseEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { databaseClock } from './database-clock.dialects';
import { type Lease, LeaseLostError } from './lease';

export interface LeaseRequest {
  name: string;
  holder: string;
  ttlMs: number;
}

/** The expiry of a lease that nobody holds. */
const LONG_AGO = new Date(0);

/**
 * Takes the lease where it is free or has run out. Null where another has it, or was quicker.
 * A lease that is held is only read, never locked: the holder is not slowed by those who wait.
 */
export async function acquireLease(manager: EntityManager, request: LeaseRequest): Promise<Lease | null> {
  const { name, holder, ttlMs } = request;
  const seen = (await readLease(manager, name)) ?? (await insertExpiredLease(manager, name));
  if (seen.valid) return null;
  const epoch = seen.epoch + 1;
  const { affected } = await manager
    .createQueryBuilder()
    .update(LeaseEntity)
    .set({ holder, epoch, expiresAt: () => databaseClock.afterMs(ttlMs) })
    .where('name = :name AND epoch = :seen', { name, seen: seen.epoch })
    .andWhere(`expires_at <= ${databaseClock.now}`)
    .execute();
  return affected === 1 ? { name, holder, epoch } : null;
}

/** Makes the lease valid for another `ttlMs`. False where it was lost: then it stays lost. */
export async function renewLease(manager: EntityManager, lease: Lease, ttlMs: number): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(LeaseEntity)
    .set({ expiresAt: () => databaseClock.afterMs(ttlMs) })
    .where('name = :name AND holder = :holder AND epoch = :epoch', identityOf(lease))
    .andWhere(`expires_at > ${databaseClock.now}`)
    .execute();
  return affected === 1;
}

/** Gives the lease back, so that another can have it at once. Does nothing where it was lost. */
export async function releaseLease(manager: EntityManager, lease: Lease): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(LeaseEntity)
    .set({ expiresAt: LONG_AGO })
    .where('name = :name AND holder = :holder AND epoch = :epoch', identityOf(lease))
    .execute();
}

/**
 * To be called first in each transaction in which the holder writes. Locks the lease's row: nobody can take the lease
 * over before that transaction ends. The row's renewal waits as well, so such a transaction stays shorter than the
 * lease's validity.
 * @throws LeaseLostError where the lease ran out or another has it
 */
export async function assertHeld(manager: EntityManager, lease: Lease): Promise<void> {
  if (!manager.queryRunner?.isTransactionActive) {
    throw new Error('A lease is asserted inside the transaction that depends on it.');
  }
  const row = await manager
    .createQueryBuilder(LeaseEntity, 'lease')
    .where('lease.name = :name AND lease.holder = :holder AND lease.epoch = :epoch', identityOf(lease))
    .andWhere(`lease.expires_at > ${databaseClock.now}`)
    .setLock('pessimistic_write')
    .getOne();
  if (!row) throw new LeaseLostError(lease);
}

function identityOf({ name, holder, epoch }: Lease): Lease {
  return { name, holder, epoch };
}

interface SeenLease {
  epoch: number;
  valid: boolean;
}

async function readLease(manager: EntityManager, name: string): Promise<SeenLease | null> {
  const row = await manager
    .createQueryBuilder(LeaseEntity, 'lease')
    .select('lease.epoch', 'epoch')
    .addSelect(`CASE WHEN lease.expires_at > ${databaseClock.now} THEN 1 ELSE 0 END`, 'valid')
    .where('lease.name = :name', { name })
    .getRawOne<{ epoch: string; valid: string | number }>();
  return row ? { epoch: Number(row.epoch), valid: Number(row.valid) === 1 } : null;
}

/** The row of a lease that nobody ever held. Of processes that race, one makes it and all go on to compete for it. */
async function insertExpiredLease(manager: EntityManager, name: string): Promise<SeenLease> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(LeaseEntity)
    .values({ name, holder: '', epoch: 0, expiresAt: LONG_AGO })
    .orIgnore()
    .execute();
  return { epoch: 0, valid: false };
}
