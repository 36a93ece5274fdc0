import { FileEntity } from '@app/entities';
import { newId } from '@app/kernel';
import type { Upload } from '../stored-files/stored-files.service';
import type { FileOrigin } from './file-origin';

type Facts = Pick<FileEntity, 'mimeType' | 'category' | 'createdBy' | 'createdAt'> & { origin?: FileOrigin };

const LONGEST_CREATOR = 254;

/** The row of a file whose content is stored. */
export function newFile(
  { fileName, sizeBytes, sha256, storageKey }: Upload,
  { mimeType, category, createdBy, createdAt, origin }: Facts,
): FileEntity {
  return Object.assign(new FileEntity(), {
    id: newId(),
    name: fileName,
    mimeType,
    sizeBytes,
    sha256,
    category,
    createdBy: createdBy.slice(0, LONGEST_CREATOR),
    createdAt,
    storageKey,
    producer: origin?.producer ?? null,
    producerKey: origin?.producerKey ?? null,
  } satisfies FileEntity);
}
