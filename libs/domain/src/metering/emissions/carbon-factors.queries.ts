import { CarbonFactorSetEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

const THE_ROW = 1;

/** Returns the factors that were fetched last; null if none were fetched yet. */
export function fetchedFactors(manager: EntityManager): Promise<CarbonFactorSetEntity | null> {
  return manager.findOneBy(CarbonFactorSetEntity, { id: THE_ROW });
}

/** Replaces the whole set. If several processes replace it at once, the last one wins. */
export async function replaceFactors(
  manager: EntityManager,
  set: Omit<CarbonFactorSetEntity, 'id'>,
): Promise<void> {
  await manager.upsert(CarbonFactorSetEntity, { id: THE_ROW, ...set }, ['id']);
}
