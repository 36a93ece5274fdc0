import { ModelEntity } from '@app/entities';
import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';

/** Stores the row of a model, without a file. */
export function aModel(dataSource: DataSource, overrides: Partial<ModelEntity> = {}): Promise<ModelEntity> {
  const staticName = `${newId()}.glb`;
  return dataSource.manager.save(
    dataSource.manager.create(ModelEntity, {
      name: 'Head office',
      description: null,
      version: '1',
      storageKey: `models/${staticName}`,
      staticName,
      fileName: 'office.glb',
      mimeType: 'model/gltf-binary',
      sizeBytes: 0,
      sha256: '0'.repeat(64),
      createdAt: new Date('2026-01-01T00:00:00Z'),
      ...overrides,
    }),
  );
}
