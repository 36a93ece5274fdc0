import { chunksOf } from '@app/kernel';
import { dialectSql, GatewayAlarmEntity, GatewayAlarmPollEntity } from '@app/entities';
import { And, type EntityManager, In, IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
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

export async function storeAlarms(
  manager: EntityManager,
  gatewayId: number,
  alarms: readonly KnownAlarm[],
): Promise<void> {
  if (alarms.length === 0) return;
  await dialectSql.upsert(
    manager,
    'gateway_alarm',
    ['id'],
    [
      { name: 'id', type: 'text', values: alarms.map(({ id }) => id) },
      { name: 'origin_key', type: 'text', values: alarms.map(({ originKey }) => originKey) },
      { name: 'gateway_id', type: 'int', values: alarms.map(() => gatewayId) },
      { name: 'raised_at', type: 'instant', values: alarms.map(({ raisedAt }) => raisedAt.getTime()) },
      {
        name: 'cleared_at',
        type: 'instant',
        values: alarms.map(({ clearedAt }) => clearedAt?.getTime() ?? null),
      },
    ],
  );
}

/** The time up to which the alarms of a gateway have been polled; null before the first successful poll. */
export async function findPolledUntil(manager: EntityManager, gatewayId: number): Promise<Date | null> {
  const poll = await manager.findOneBy(GatewayAlarmPollEntity, { id: gatewayId });
  return poll?.polledUntil ?? null;
}

export async function storePolledUntil(
  manager: EntityManager,
  gatewayId: number,
  polledUntil: Date,
): Promise<void> {
  await dialectSql.upsert(
    manager,
    'gateway_alarm_poll',
    ['id'],
    [
      { name: 'id', type: 'int', values: [gatewayId] },
      { name: 'polled_until', type: 'instant', values: [polledUntil.getTime()] },
    ],
  );
}

/** The time at which the oldest open alarm of a gateway in the half-open range [from, to) was raised; null if there is none. */
export async function nextOpenAlarmAt(
  manager: EntityManager,
  gatewayId: number,
  from: Date,
  to: Date,
): Promise<Date | null> {
  const [next] = await manager.find(GatewayAlarmEntity, {
    where: { gatewayId, clearedAt: IsNull(), raisedAt: And(MoreThanOrEqual(from), LessThan(to)) },
    order: { raisedAt: 'ASC' },
    take: 1,
  });
  return next?.raisedAt ?? null;
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
