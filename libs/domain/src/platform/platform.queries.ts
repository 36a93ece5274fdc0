import { PlatformConfigurationEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

const THE_ROW = 1;

export function readPlatformConfiguration(
  manager: EntityManager,
): Promise<PlatformConfigurationEntity | null> {
  return manager.findOneBy(PlatformConfigurationEntity, { id: THE_ROW });
}

/** Makes the row where there is none; of processes that race, one does. */
export async function insertPlatformConfiguration(
  manager: EntityManager,
  initial: Omit<PlatformConfigurationEntity, 'id'>,
): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(PlatformConfigurationEntity)
    .values({ id: THE_ROW, ...initial })
    .orIgnore()
    .execute();
}
