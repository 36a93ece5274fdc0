import { FileEntity, ModelEntity, ReadingImportEntity, UserEntity } from '@app/entities';
import { type FileStore, isFileKey, type StoredFile } from '@app/storage';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

interface StoredFileColumn {
  entity: EntityTarget<ObjectLiteral>;
  /** The name of the property that contains the key in the file store. Its value is null if the row has no file. */
  property: string;
  /** An additional condition for the rows. Their alias is `record`. */
  where?: string;
}

/** Every column that refers to a file in the file store, except those for planned removals and earlier backups. */
export const STORED_FILE_COLUMNS: readonly StoredFileColumn[] = [
  // If a backup contained earlier backups, each backup would be larger than the previous one.
  { entity: FileEntity, property: 'storageKey', where: `record.category <> 'backup'` },
  { entity: ModelEntity, property: 'storageKey' },
  { entity: ReadingImportEntity, property: 'file' },
  { entity: UserEntity, property: 'avatarFile' },
];

/** Returns the keys of all files to which the database refers, in a stable order. */
export async function readFileKeys(manager: EntityManager): Promise<string[]> {
  const keys: string[] = [];
  for (const { entity, property, where = '1 = 1' } of STORED_FILE_COLUMNS) {
    const rows = await manager
      .createQueryBuilder(entity, 'record')
      .select(`record.${property}`, 'key')
      .where(`record.${property} IS NOT NULL`)
      .andWhere(where)
      .getRawMany<{ key: string }>();
    for (const { key } of rows) keys.push(key);
  }
  return [...new Set(keys)].sort();
}

/** Returns the number of files to which the database refers but which are missing from the store. */
export async function countMissingFiles(manager: EntityManager, files: FileStore): Promise<number> {
  let missing = 0;
  for (const key of await readFileKeys(manager)) {
    const file = await openFile(files, key);
    if (file) file.stream.destroy();
    else missing++;
  }
  return missing;
}

/** Opens a file. Returns null if the file is missing from the store or the key is not valid. */
export async function openFile(files: FileStore, key: string): Promise<StoredFile | null> {
  return isFileKey(key) ? files.open(key) : null;
}
