import type { Request } from 'express';
import { assertType, hasBody, parseJson } from './json-body';
import { bodyBytesReader } from './request-body';

/** A JSON body as it came over the wire, and what it says. */
export class RawJsonBody {
  constructor(readonly bytes: Buffer) {}

  /**
   * An object, a list or a plain value; without a body an empty object.
   * @throws DomainError for what is no JSON, or cannot be used
   */
  json(): unknown {
    return this.bytes.length === 0 ? {} : parseJson(this.bytes);
  }
}

/** Reads JSON bodies of up to `limit` bytes, as they are. */
export function rawJsonReader(limit: number): (request: Request) => Promise<RawJsonBody> {
  const read = bodyBytesReader(limit);
  return async (request) => {
    if (hasBody(request)) assertType(request);
    return new RawJsonBody(await read(request));
  };
}
