import { PlatformConfigurationEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { PlatformConfiguration } from './platform-configuration';

const THE_ROW = 1;

export async function readPlatformConfiguration(
  manager: EntityManager,
): Promise<PlatformConfigurationEntity | null> {
  const row = await manager.findOneBy(PlatformConfigurationEntity, { id: THE_ROW });
  return row && withNewSettings(row);
}

/** Reads the row and locks it until the transaction ends. */
export async function lockPlatformConfiguration(
  manager: EntityManager,
): Promise<PlatformConfigurationEntity> {
  const row = await manager.findOneOrFail(PlatformConfigurationEntity, {
    where: { id: THE_ROW },
    lock: { mode: 'pessimistic_write' },
  });
  return withNewSettings(row);
}

/** Adds the settings that the row of an earlier version lacks. */
function withNewSettings(row: PlatformConfigurationEntity): PlatformConfigurationEntity {
  row.weather = { ...row.weather, temperaturePointCode: row.weather?.temperaturePointCode ?? null };
  return row;
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
