import { entities } from '@app/entities';
import { getMetadataArgsStorage } from 'typeorm';

/** Made beside the entities' tables: what has been migrated, and the lock under which that is done. */
const BESIDE = ['migrations', 'schema_lock'];

/** Every table of the product. */
export function productTables(): string[] {
  const ours = new Set<unknown>(entities);
  const tables = getMetadataArgsStorage().tables.filter(({ target }) => ours.has(target));
  return [...tables.flatMap(({ name }) => name ?? []), ...BESIDE];
}
