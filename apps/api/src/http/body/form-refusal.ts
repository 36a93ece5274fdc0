import { DomainError } from '@app/kernel';
import { localStorageError } from '@app/storage';
import type { Request } from 'express';
import { MulterError } from 'multer';
import { incompleteBody } from './request-body';

const EXCESSES = new Set<string>([
  'LIMIT_FIELD_COUNT',
  'LIMIT_FIELD_KEY',
  'LIMIT_FIELD_VALUE',
  'LIMIT_PART_COUNT',
]);

/** The messages of the parser about a body that is not a well-formed form. Its errors have no codes. */
const MALFORMED =
  /^(Unexpected end of (form|file)|Malformed |Missing Content-Type|Multipart: Boundary not found)/;

/**
 * Converts an error of multer or its parser to a client error: the body is too large, malformed or incomplete. Errors
 * of the file store and of the database are not errors of the client.
 */
export function refusalOf(error: unknown, { aborted }: Request): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') {
    return new DomainError('too_large', 'too_large', 'The file is too large.');
  }
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_COUNT') {
    return new DomainError('invalid', 'too_many_files', 'The body must contain exactly one file.');
  }
  if (error instanceof MulterError && EXCESSES.has(error.code)) {
    const message = 'The form has too many fields, or a field with a name or a value that is too long.';
    return new DomainError('invalid', 'malformed_form', message);
  }
  if (aborted) return incompleteBody(error);
  // Multer gets the error of the file system before the store has converted it.
  if (!(error instanceof MulterError) && !MALFORMED.test(error.message)) return localStorageError(error);
  const message = 'The body is not a well-formed form with a file.';
  return new DomainError('invalid', 'malformed_form', message, { cause: error });
}
