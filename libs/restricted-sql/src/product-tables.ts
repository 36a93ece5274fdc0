import { entities } from '@app/entities';
import { getMetadataArgsStorage } from 'typeorm';

/** Tables without entities: the executed migrations and the lock of the migration run. */
const BESIDE = ['migrations', 'schema_lock'];

/** Every table of the product. */
export function productTables(): string[] {
  const ours = new Set<unknown>(entities);
  const tables = getMetadataArgsStorage().tables.filter(({ target }) => ours.has(target));
  return [...tables.flatMap(({ name }) => name ?? []), ...BESIDE];
}
