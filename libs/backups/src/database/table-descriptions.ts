import { jsonText } from '@app/entities';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { BackupColumn, BackupTable, ColumnKind } from '../format/manifest';

type ColumnMetadata = EntityMetadata['columns'][number];

/** The kind of each column type that entities use. */
const KINDS = new Map<unknown, ColumnKind>([
  [Number, 'integer'],
  ['int', 'integer'],
  ['smallint', 'integer'],
  ['bigint', 'bigint'],
  ['double', 'double'],
  ['double precision', 'double'],
  [Boolean, 'boolean'],
  ['varchar', 'text'],
  ['text', 'text'],
  ['longtext', 'text'],
  ['datetime', 'instant'],
  ['timestamp with time zone', 'instant'],
]);

/**
 * Describes the tables of the product from the metadata of its entities, so that the description is the same for every
 * database. A table comes after the tables to which its foreign keys refer.
 */
export function describeTables(dataSource: DataSource): BackupTable[] {
  return inOrderOfReferences(dataSource.entityMetadatas).map(describeTable);
}

function describeTable(metadata: EntityMetadata): BackupTable {
  return {
    name: metadata.tableName,
    columns: metadata.columns.map(describeColumn),
    primaryKey: metadata.primaryColumns.map(({ databaseName }) => databaseName),
    generated: metadata.generatedColumns[0]?.databaseName ?? null,
  };
}

function describeColumn({
  databaseName: name,
  type,
  length,
  transformer,
  propertyPath,
}: ColumnMetadata): BackupColumn {
  const kind = transformer === jsonText ? 'json' : KINDS.get(type);
  // If a column were left out, the backup would lose data. So a new column type must be added to `KINDS`.
  if (!kind) throw new Error(`Backups do not support the type of the column ${propertyPath}.`);
  return { name, kind, ...(length !== '' && { length: Number(length) }) };
}

/** Sorts the tables by name, except that each table comes after the tables that it references. */
function inOrderOfReferences(metadatas: readonly EntityMetadata[]): EntityMetadata[] {
  const ordered = new Set<EntityMetadata>();
  const pending = new Set<EntityMetadata>();
  const add = (metadata: EntityMetadata): void => {
    if (ordered.has(metadata)) return;
    if (pending.has(metadata)) throw new Error(`The foreign keys of ${metadata.tableName} form a cycle.`);
    pending.add(metadata);
    for (const { referencedEntityMetadata } of metadata.foreignKeys) {
      if (referencedEntityMetadata !== metadata) add(referencedEntityMetadata);
    }
    ordered.add(metadata);
  };
  for (const metadata of metadatas.toSorted(byTableName)) add(metadata);
  return [...ordered];
}

function byTableName(one: EntityMetadata, other: EntityMetadata): number {
  return one.tableName < other.tableName ? -1 : 1;
}
