import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { assertAwaited, DomainError } from '@app/kernel';
import { type Request, type Response, raw } from 'express';
import { hasBody } from './json-body';
import { outsideDeadline } from './request-deadline';

export type BodyBytesReader = (request: Request) => Promise<Buffer>;

/**
 * Returns a function that reads a whole body and decompresses it. The body may have up to `limit` bytes. A request
 * without a body has zero bytes.
 * @throws DomainError `incomplete_body` from the returned function
 */
export function bodyBytesReader(limit: number): BodyBytesReader {
  const read = promisify<Request, Response, void>(raw({ limit, type: () => true }));
  return async (request) => {
    if (!hasBody(request)) return Buffer.alloc(0);
    const arrived = arrivedBody(request, limit);
    if (arrived) return arrived;
    await receive(request, () => read(request, request.res as Response));
    // body-parser ignores the body of a request whose socket is closed.
    if (!Buffer.isBuffer(request.body)) throw incompleteBody();
    return request.body;
  };
}

/**
 * Returns the body if it has arrived completely and is not compressed, which is true for most small bodies. Otherwise
 * returns null.
 */
function arrivedBody(request: Request, limit: number): Buffer | null {
  const { headers, complete, destroyed, readableLength } = request;
  if (!complete || destroyed || readableLength > limit || headers['content-encoding'] !== undefined)
    return null;
  if (Number(headers['content-length']) !== readableLength) return null;
  assertAwaited();
  return request.read() as Buffer | null;
}

/**
 * Runs `read`, which reads the body of `request`. Then waits until the body is complete: it has the length of
 * `Content-Length`, or its last chunk has arrived.
 * @throws DomainError `incomplete_body` if the connection is lost before that; `request_abandoned` if nobody waits for
 *   the answer any more
 */
export async function receive(request: Request, read: () => Promise<void>): Promise<void> {
  // A destroyed stream may never end, so a reader could wait forever.
  if (request.destroyed) throw incompleteBody();
  await outsideDeadline(request, async () => {
    await read();
    await completed(request);
  });
  assertAwaited();
}

/**
 * A reader may finish before the body is complete: at the end of a compressed stream, or after the last file of a form.
 */
async function completed(request: Request): Promise<void> {
  if (request.complete) return;
  request.resume();
  await finished(request, { writable: false }).catch(() => undefined);
  if (!request.complete) throw incompleteBody();
}

export function incompleteBody(cause?: Error): DomainError {
  return new DomainError('invalid', 'incomplete_body', 'The body did not arrive completely.', { cause });
}
