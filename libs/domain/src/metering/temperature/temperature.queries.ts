import { MeterEntity, TEMPERATURE } from '@app/entities';
import { type EntityManager, IsNull, Not } from 'typeorm';

/** Marks the meter of an earlier temperature point as removed. Its readings are deleted in the background. */
export async function removeOtherTemperatures(
  manager: EntityManager,
  pointCode: string | null,
  removedAt: Date,
): Promise<void> {
  const others = { energyType: TEMPERATURE, removedAt: IsNull() } as const;
  await manager.update(MeterEntity, pointCode === null ? others : { ...others, pointCode: Not(pointCode) }, {
    removedAt,
  });
}

/** Reads a meter, even a removed one, and locks it until the transaction ends. */
export function lockMeterOf(manager: EntityManager, pointCode: string): Promise<MeterEntity | null> {
  return manager.findOne(MeterEntity, { where: { pointCode }, lock: { mode: 'pessimistic_write' } });
}
