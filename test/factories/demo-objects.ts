import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Environment } from '@app/config';
import {
  AuditService,
  ModelsService,
  ObjectsService,
  PointImportService,
  StoredFilesService,
} from '@app/domain';
import {
  checkGltf,
  DemoObjectsService,
  ModelInspectionService,
  ObjectReferencesService,
} from '@app/domain/testing';
import type { Clock } from '@app/kernel';
import { LocalFileStore } from '@app/storage';
import type { DataSource } from 'typeorm';

/**
 * Creates the service with a file store in `DATA_DIR`. It checks models in this thread, because the usual worker thread
 * needs compiled code.
 */
export function demoObjectsOf(
  dataSource: DataSource,
  environment: Environment,
  clock: Clock,
): DemoObjectsService {
  const audit = new AuditService(dataSource, clock);
  const store = new LocalFileStore(join(environment.DATA_DIR, 'uploads'));
  const files = new StoredFilesService(dataSource, store, clock);
  const inspection = new ModelInspectionService(files, {
    check: async (open: () => Promise<Readable>, _sizeBytes: number, format: 'glb' | 'gltf') =>
      checkGltf(await buffer(await open()), format),
  } as never);
  const references = new ObjectReferencesService();
  return new DemoObjectsService(
    dataSource,
    files,
    new ModelsService(dataSource, clock, files, inspection, audit),
    new ObjectsService(dataSource, audit),
    references,
    new PointImportService(dataSource, references, audit),
  );
}
