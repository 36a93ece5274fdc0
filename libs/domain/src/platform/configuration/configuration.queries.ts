import { PlatformConfigurationEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { PlatformConfiguration } from './platform-configuration';

const THE_ROW = 1;

export function readPlatformConfiguration(
  manager: EntityManager,
): Promise<PlatformConfigurationEntity | null> {
  return manager.findOneBy(PlatformConfigurationEntity, { id: THE_ROW });
}

/** Reads the row and locks it until the transaction ends. */
export function lockPlatformConfiguration(manager: EntityManager): Promise<PlatformConfigurationEntity> {
  return manager.findOneOrFail(PlatformConfigurationEntity, {
    where: { id: THE_ROW },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Inserts the row if it does not exist. If several processes try at once, one of them inserts it. */
export async function insertPlatformConfiguration(
  manager: EntityManager,
  initial: PlatformConfiguration,
): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(PlatformConfigurationEntity)
    .values({ id: THE_ROW, ...initial })
    .orIgnore()
    .execute();
}

export async function writePlatformConfiguration(
  manager: EntityManager,
  configuration: PlatformConfiguration,
): Promise<void> {
  await manager.save(PlatformConfigurationEntity, { ...configuration, id: THE_ROW });
}
