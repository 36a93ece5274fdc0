import { chunksOf } from '@app/kernel';
import { dialectSql, GatewayAlarmEntity } from '@app/entities';
import { type EntityManager, In, IsNull, LessThan } from 'typeorm';
import type { KnownAlarm } from './alarm-operations';

const IDS_PER_STATEMENT = 1000;

/** The alarms with these ids, and the open alarms of these origins. */
export async function findKnownAlarms(
  manager: EntityManager,
  ids: readonly string[],
  originKeys: readonly string[],
): Promise<GatewayAlarmEntity[]> {
  const alarms = new Map<string, GatewayAlarmEntity>();
  for (const part of chunksOf(ids, IDS_PER_STATEMENT)) {
    for (const alarm of await manager.findBy(GatewayAlarmEntity, { id: In(part) }))
      alarms.set(alarm.id, alarm);
  }
  for (const part of chunksOf(originKeys, IDS_PER_STATEMENT)) {
    const open = await manager.findBy(GatewayAlarmEntity, { originKey: In(part), clearedAt: IsNull() });
    for (const alarm of open) alarms.set(alarm.id, alarm);
  }
  return [...alarms.values()];
}

export async function storeAlarms(manager: EntityManager, alarms: readonly KnownAlarm[]): Promise<void> {
  if (alarms.length === 0) return;
  await dialectSql.upsert(
    manager,
    'gateway_alarm',
    ['id'],
    [
      { name: 'id', type: 'text', values: alarms.map(({ id }) => id) },
      { name: 'origin_key', type: 'text', values: alarms.map(({ originKey }) => originKey) },
      { name: 'raised_at', type: 'instant', values: alarms.map(({ raisedAt }) => raisedAt.getTime()) },
      {
        name: 'cleared_at',
        type: 'instant',
        values: alarms.map(({ clearedAt }) => clearedAt?.getTime() ?? null),
      },
    ],
  );
}

/** The time at which the newest stored alarm was raised; null if none is stored. */
export async function newestAlarmAt(manager: EntityManager): Promise<Date | null> {
  const [newest] = await manager.find(GatewayAlarmEntity, { order: { raisedAt: 'DESC' }, take: 1 });
  return newest?.raisedAt ?? null;
}

/** The times before `before` at which open alarms were raised, oldest first. */
export async function openAlarmTimes(manager: EntityManager, before: Date, limit: number): Promise<Date[]> {
  const open = await manager.find(GatewayAlarmEntity, {
    where: { clearedAt: IsNull(), raisedAt: LessThan(before) },
    order: { raisedAt: 'ASC' },
    take: limit,
  });
  return open.map(({ raisedAt }) => raisedAt);
}

/** Deletes alarms that were cleared before `before`. @returns the number of deleted rows */
export async function deleteOldAlarms(manager: EntityManager, before: Date, limit: number): Promise<number> {
  const old = await manager.find(GatewayAlarmEntity, {
    select: { id: true },
    where: { clearedAt: LessThan(before) },
    take: limit,
  });
  if (old.length > 0) await manager.delete(GatewayAlarmEntity, { id: In(old.map(({ id }) => id)) });
  return old.length;
}
