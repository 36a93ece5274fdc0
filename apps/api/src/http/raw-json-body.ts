import { promisify } from 'node:util';
import { DomainError } from '@app/kernel';
import { type Request, type Response, raw } from 'express';
import { assertPlain } from './assert-plain';
import { assertType, hasBody } from './json-body';

/** A JSON body as it came over the wire, and what it says. */
export class RawJsonBody {
  constructor(readonly bytes: Buffer) {}

  /**
   * An object, a list or a plain value; an empty body is an empty object.
   * @throws DomainError for what is no JSON, or cannot be worked with
   */
  json(): unknown {
    if (this.bytes.length === 0) return {};
    const value = parsed(this.bytes);
    assertPlain(value);
    return value;
  }
}

/** Reads JSON bodies of up to `limit` bytes, as they are. */
export function rawJsonReader(limit: number): (request: Request) => Promise<RawJsonBody> {
  const read = promisify<Request, Response, void>(raw({ limit, type: () => true }));
  return async (request) => {
    if (!hasBody(request)) return new RawJsonBody(Buffer.alloc(0));
    assertType(request);
    // It asks for a response, of which it makes no use.
    await read(request, request.res as Response);
    return new RawJsonBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    throw new DomainError('invalid', 'malformed_json', 'The body is not well-formed JSON.');
  }
}
