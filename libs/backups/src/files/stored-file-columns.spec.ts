import { entities, FileRemovalEntity } from '@app/entities';
import { getMetadataArgsStorage } from 'typeorm';
import { STORED_FILE_COLUMNS } from './stored-file-columns';

describe('STORED_FILE_COLUMNS', () => {
  it('contains every column whose name suggests that it holds the key of a stored file', () => {
    const ours = new Set<unknown>(entities);
    const named = getMetadataArgsStorage()
      .columns.filter(({ propertyName }) => /^(storageKey|\w*file)$/i.test(propertyName))
      // A planned removal is not a reference that keeps the file.
      .filter(({ target }) => ours.has(target) && target !== FileRemovalEntity)
      .map(({ target, propertyName }) => `${(target as { name: string }).name}.${propertyName}`);
    const listed = STORED_FILE_COLUMNS.map(
      ({ entity, property }) => `${(entity as { name: string }).name}.${property}`,
    );
    expect(listed.sort()).toEqual(named.sort());
  });
});
