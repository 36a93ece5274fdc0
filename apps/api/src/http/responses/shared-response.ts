import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Serialize } from './response-compiler';
import { isKnown } from './etag';

interface Prepared {
  bytes: Buffer;
  etag: string;
}

/**
 * Writes answers that caches may share. The bytes of an object are prepared once, so the cost of a further answer does
 * not depend on its size or content.
 */
export function sharedResponse(serialize: Serialize, maxAgeSeconds: number) {
  const prepared = new WeakMap<object, Prepared>();
  return (value: object, response: Response): void => {
    let answer = prepared.get(value);
    if (!answer) prepared.set(value, (answer = prepare(serialize(value))));
    response.setHeader('Cache-Control', `public, max-age=${maxAgeSeconds}`);
    response.setHeader('ETag', answer.etag);
    if (isKnown(response.req, answer.etag)) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', answer.bytes.length);
    response.end(answer.bytes);
  };
}

function prepare(body: string | Buffer): Prepared {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
