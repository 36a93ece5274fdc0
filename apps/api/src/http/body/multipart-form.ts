import { DomainError } from '@app/kernel';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';
import { refusalOf } from './form-refusal';

export type FormReader = (request: Request, response: Response) => Promise<void>;

export interface FormOptions {
  storage: StorageEngine;
  fileSize: number;
  /** Whether file names keep their path. By default, only the last segment is kept. */
  preservePath?: boolean;
}

const FEW = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldSize: 10_000,
  fieldNameSize: 100,
  headerPairs: 20,
  fieldNestingDepth: 0,
};

/** Reads forms with at most one file, in a field of any name. File names are UTF-8. */
export function formReader({ storage, fileSize, preservePath = false }: FormOptions): FormReader {
  const read = multer({
    storage,
    limits: { fileSize, ...FEW },
    defParamCharset: 'utf8',
    preservePath,
  }).any();
  return (request, response) =>
    new Promise((resolve, reject) => {
      void read(request, response, (error?: unknown) => {
        if (error) reject(refusalOf(error, request));
        else resolve();
      });
    });
}

export function noFile(): DomainError {
  return new DomainError('invalid', 'no_file', 'The body must contain a file.');
}
