import { CalendarEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

export function findCalendar(manager: EntityManager, id: number): Promise<CalendarEntity | null> {
  return manager.findOneBy(CalendarEntity, { id });
}

/** Read the calendar and lock it until the transaction ends. */
export function lockCalendar(manager: EntityManager, id: number): Promise<CalendarEntity | null> {
  return manager.findOne(CalendarEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Insert the calendar, or update it if it has an id. */
export function saveCalendar(
  manager: EntityManager,
  calendar: Omit<CalendarEntity, 'id'> & { id?: number },
): Promise<CalendarEntity> {
  return manager.save(manager.create(CalendarEntity, calendar));
}

export async function deleteCalendar(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(CalendarEntity, { id });
}
