import { ScheduleEntity, type ScheduleOwnerKind } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { nextSlotMs } from './slot-rule';
import type { Schedule } from './schedule-source';
import { findNextSlots, findSchedule, removeSchedule } from './schedules.queries';

export interface ScheduleOwner {
  ownerKind: ScheduleOwnerKind;
  ownerId: string;
}

/**
 * Updates the schedule row of a record. An unchanged schedule keeps its next slot.
 * @param manager the transaction that changes the record and has locked it
 * @param schedule null if the record is disabled or has no schedule
 * @returns the next slot, if there is one
 */
export async function registerSchedule(
  manager: EntityManager,
  owner: ScheduleOwner,
  schedule: Schedule | null,
  { platformZone, nowMs }: { platformZone: string; nowMs: number },
): Promise<Date | null> {
  if (!schedule) {
    await unregisterSchedule(manager, owner);
    return null;
  }
  const { cron, timezone } = schedule;
  const present = await findSchedule(manager, owner);
  if (present?.cron === cron && present.timezone === timezone) return present.nextFireAt;
  const nextMs = nextSlotMs(cron, timezone ?? platformZone, nowMs);
  const nextFireAt = nextMs === null ? null : new Date(nextMs);
  await manager.save(ScheduleEntity, { ...owner, cron, timezone, nextFireAt });
  return nextFireAt;
}

/** Deletes the schedule row of a record that is deleted. */
export async function unregisterSchedule(manager: EntityManager, owner: ScheduleOwner): Promise<void> {
  await removeSchedule(manager, owner);
}

/** Returns the next slots of these records, by the records' ids. Records without a slot are left out. */
export function nextSlots(
  manager: EntityManager,
  ownerKind: ScheduleOwnerKind,
  ownerIds: readonly string[],
): Promise<Map<string, Date>> {
  return findNextSlots(manager, ownerKind, ownerIds);
}
