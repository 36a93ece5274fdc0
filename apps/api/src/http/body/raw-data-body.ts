import { DomainError } from '@app/kernel';
import type { Request } from 'express';
import { parseForm } from './form-data';
import { FORM } from '../reference/media-types.decorator';
import { hasBody, isJson, isOfType, parseJson } from './json-body';
import { bodyBytesReader } from './request-body';

/** A body of JSON or of form fields, as the received bytes and as the parsed value. */
export class RawDataBody {
  constructor(
    readonly bytes: Buffer,
    private readonly isForm: boolean,
  ) {}

  /**
   * Parses the body. Returns an empty object if the request has no body.
   * @throws DomainError if the body is malformed, or contains values that `assertPlain` refuses
   */
  data(): unknown {
    if (this.bytes.length === 0) return {};
    return this.isForm ? parseForm(this.bytes) : parseJson(this.bytes);
  }
}

/** Returns a function that reads bodies of up to `limit` bytes and keeps the received bytes. */
export function rawDataReader(limit: number): (request: Request) => Promise<RawDataBody> {
  const read = bodyBytesReader(limit);
  return async (request) => {
    const isForm = isOfType(request, FORM);
    if (hasBody(request) && !isForm && !isJson(request)) {
      const message = `The body must be application/json or ${FORM}.`;
      throw new DomainError('unsupported_type', 'unsupported_type', message);
    }
    return new RawDataBody(await read(request), isForm);
  };
}
