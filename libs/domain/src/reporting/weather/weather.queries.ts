import { WeatherObservationEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

const ID = 1;

export function readObservation(manager: EntityManager): Promise<WeatherObservationEntity | null> {
  return manager.findOneBy(WeatherObservationEntity, { id: ID });
}

export async function storeObservation(
  manager: EntityManager,
  observation: Omit<WeatherObservationEntity, 'id'>,
): Promise<void> {
  await manager.save(WeatherObservationEntity, { ...observation, id: ID });
}
