import { entities } from '@app/entities';
import { getMetadataArgsStorage } from 'typeorm';
import { DATABASE_VIEWS } from './readable-tables';

/** Tables that have no entity: the list of executed migrations, and the lock for running migrations. */
const BESIDE = ['migrations', 'schema_lock'];

/** Returns the names of all tables and views of the product. */
export function productTables(): string[] {
  const ours = new Set<unknown>(entities);
  const tables = getMetadataArgsStorage().tables.filter(({ target }) => ours.has(target));
  return [...tables.flatMap(({ name }) => name ?? []), ...DATABASE_VIEWS, ...BESIDE];
}
