import type { Request } from 'express';
import { assertType, hasBody, parseJson } from './json-body';
import { bodyBytesReader } from './request-body';

/** A JSON body, as the received bytes and as the parsed value. */
export class RawJsonBody {
  constructor(readonly bytes: Buffer) {}

  /**
   * Parses the body. Returns an empty object if the request has no body.
   * @throws DomainError if the body is not JSON, or contains values that cannot be used
   */
  json(): unknown {
    return this.bytes.length === 0 ? {} : parseJson(this.bytes);
  }
}

/** Returns a function that reads JSON bodies of up to `limit` bytes and keeps their bytes. */
export function rawJsonReader(limit: number): (request: Request) => Promise<RawJsonBody> {
  const read = bodyBytesReader(limit);
  return async (request) => {
    if (hasBody(request)) assertType(request);
    return new RawJsonBody(await read(request));
  };
}
