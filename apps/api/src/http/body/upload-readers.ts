import { PassThrough } from 'node:stream';
import { callbackify } from 'node:util';
import type { Upload } from '@app/domain';
import { DomainError } from '@app/kernel';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { hasBody } from './json-body';
import { formReader, noFile } from './multipart-form';
import { incompleteBody } from './request-body';
import type { UploadStore } from './upload-store';

/** Reads the body of a request. Writes its file to the store, and the other fields of a form to `request.body`. */
export type UploadReader = (request: Request) => Promise<void>;

const FORM = 'multipart/form-data';

/**
 * Returns a function that chooses the reader for the media type of a request.
 * @param alone media types for which the body is the file itself, without a form
 * @throws DomainError `no_file` or `unsupported_type` from the returned function
 */
export function readersOf(store: UploadStore, alone: readonly string[]): (request: Request) => UploadReader {
  const readers = new Map([[FORM, formUploadReader(store)]]);
  for (const type of alone) readers.set(type, streamReader(store));
  return (request) => {
    if (!hasBody(request)) throw noFile();
    const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
    const reader = readers.get(type.trim().toLowerCase());
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (reader && encoding === 'identity') return reader;
    const message = `The body must be ${[...readers.keys()].join(' or ')}, and not compressed.`;
    throw new DomainError('unsupported_type', 'unsupported_type', message);
  };
}

function formUploadReader(store: UploadStore): UploadReader {
  const read = formReader({
    storage: storageEngine(store),
    fileSize: store.limitBytes,
    preservePath: true,
  });
  return (request) => read(request, request.res as Response);
}

type StoredPart = Express.Multer.File & { upload?: Upload };

function storageEngine(store: UploadStore): StorageEngine {
  return {
    _handleFile(request, { originalname, stream }, done) {
      const add = callbackify(async () => ({ upload: await store.add(request, originalname, stream) }));
      add(done as (error: Error | null, info?: object) => void);
    },
    _removeFile(_request, { upload }: StoredPart, done) {
      callbackify(async () => {
        if (upload) await store.discard(upload);
      })(done);
    },
  };
}

function streamReader(store: UploadStore): UploadReader {
  return async (request) => {
    const content = new PassThrough();
    // Without this listener, the store would wait forever for the rest of the body after the connection was lost.
    request.once('close', () => {
      if (!request.complete) content.destroy(incompleteBody());
    });
    // Until the store reads the content, nothing else listens for its errors, and the process would end.
    content.on('error', () => undefined);
    request.pipe(content);
    const { sizeBytes } = await store.add(request, '', content);
    if (sizeBytes === 0) throw noFile();
    request.body = {};
  };
}
