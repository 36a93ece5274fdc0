import { AlertEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** Returns the originators of all alerts of a kind that are not cleared. */
export async function findActiveOriginators(
  manager: EntityManager,
  { source, type }: Pick<AlertEntity, 'source' | 'type'>,
): Promise<string[]> {
  const alerts = await manager.find(AlertEntity, {
    select: { id: true, originator: true },
    where: { source, type, state: In(['active', 'shelved']) },
  });
  return alerts.map(({ originator }) => originator);
}
