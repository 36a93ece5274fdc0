import { databaseClock, LeaseEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { type Lease, LeaseLostError } from './lease';

export interface LeaseRequest {
  name: string;
  holder: string;
  ttlMs: number;
}

/** The expiry of a lease that no process holds. */
const LONG_AGO = new Date(0);

/**
 * Takes the lease if it is free or has expired. Returns null if another process holds the lease or was faster. A lease
 * that is held is only read and never locked, so waiting processes do not slow down the holder.
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

/** Extends the lease by `ttlMs`. Returns false if the lease was lost; a lost lease stays lost. */
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

/** Releases the lease, so that another process can take it immediately. Does nothing if the lease was lost. */
export async function releaseLease(manager: EntityManager, lease: Lease): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(LeaseEntity)
    .set({ expiresAt: LONG_AGO })
    .where('name = :name AND holder = :holder AND epoch = :epoch', identityOf(lease))
    .execute();
}

/**
 * Asserts that the lease is still held. Call this first in each transaction in which the holder writes. It locks the
 * row of the lease, so no other process can take over the lease before the transaction ends. A renewal also waits for
 * this lock, so the transaction must be shorter than the validity of the lease.
 * @throws LeaseLostError if the lease has expired or another process holds it
 */
export async function assertHeld(manager: EntityManager, lease: Lease): Promise<void> {
  if (!manager.queryRunner?.isTransactionActive) {
    throw new Error('assertHeld must be called within the transaction that depends on the lease.');
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

/**
 * Creates the row of a lease that no process has held so far. If several processes race, one of them creates the row,
 * and all of them compete for the lease.
 */
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
