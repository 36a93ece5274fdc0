import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { assertAwaited, DomainError } from '@app/kernel';
import { type Request, type Response, raw } from 'express';
import { hasBody } from './json-body';
import { outsideDeadline } from './request-deadline';

export type BodyBytesReader = (request: Request) => Promise<Buffer>;

/**
 * Reads whole bodies of up to `limit` bytes, decompressed; a request without one gives no bytes.
 * @throws DomainError `incomplete_body`
 */
export function bodyBytesReader(limit: number): BodyBytesReader {
  const read = promisify<Request, Response, void>(raw({ limit, type: () => true }));
  return async (request) => {
    if (!hasBody(request)) return Buffer.alloc(0);
    await receive(request, () => read(request, request.res as Response));
    // body-parser passes over a request whose socket is closed, and leaves its body out.
    if (!Buffer.isBuffer(request.body)) throw incompleteBody();
    return request.body;
  };
}

/**
 * Runs `read`, which reads the body of `request`, then waits until the body is complete: its length is its
 * `Content-Length`, or its chunked encoding is closed.
 * @throws DomainError `incomplete_body` if the connection was lost before, at any time; `request_abandoned`
 */
export async function receive(request: Request, read: () => Promise<void>): Promise<void> {
  // What reads a stream that was destroyed may wait for its end forever.
  if (request.destroyed) throw incompleteBody();
  await outsideDeadline(request, async () => {
    await read();
    await completed(request);
  });
  assertAwaited();
}

/** A reader may have what it needs before the sender is done: the end of a compressed stream, the last file of a form. */
async function completed(request: Request): Promise<void> {
  if (request.complete) return;
  request.resume();
  await finished(request, { writable: false }).catch(() => undefined);
  if (!request.complete) throw incompleteBody();
}

function incompleteBody(): DomainError {
  return new DomainError('invalid', 'incomplete_body', 'The body did not arrive completely.');
}
