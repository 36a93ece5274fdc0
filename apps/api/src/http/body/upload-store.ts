import type { Readable } from 'node:stream';
import { FILE_NAME_LENGTH, isFileName, type StoredFilesService, type Upload } from '@app/domain';
import { DomainError, say } from '@app/kernel';
import type { Request } from 'express';

const uploads = new WeakMap<Request, Upload>();

/** The stored file of a request; undefined if the request had no file. */
export function uploadOf(request: Request): Upload | undefined {
  return uploads.get(request);
}

/** Streams the files of requests to the file store. */
export class UploadStore {
  private readonly writing = new WeakMap<Request, Promise<unknown>>();

  constructor(
    private readonly files: StoredFilesService,
    private readonly folder: string,
    readonly limitBytes: number,
  ) {}

  /** @throws DomainError `validation_failed` if the file name is too long or has forbidden characters; `too_large` */
  async add(request: Request, fileName: string, content: Readable): Promise<Upload> {
    const { folder, limitBytes } = this;
    const refusal = faultOfName(fileName);
    if (refusal) {
      content.resume();
      throw refusal;
    }
    const receiving = this.files.receive({ folder, limitBytes, fileName, content });
    this.writing.set(request, Promise.allSettled([receiving]));
    const upload = await receiving;
    uploads.set(request, upload);
    return upload;
  }

  /** Waits until the file of the request has been stored, or has been removed after a failure. */
  async settled(request: Request): Promise<void> {
    await this.writing.get(request);
  }

  async discard({ storageKey }: Upload): Promise<void> {
    await this.files.discard(storageKey);
  }
}

function faultOfName(name: string): DomainError | null {
  if (isFileName(name)) return null;
  const message = say('invalid_file_name', { most: FILE_NAME_LENGTH });
  return new DomainError('invalid', 'invalid_file_name', message);
}
