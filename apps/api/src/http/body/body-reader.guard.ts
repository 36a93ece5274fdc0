import type { Environment } from '@app/config';
import { assertAwaited, currentRequest } from '@app/kernel';
import { type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { bodyLimitOf } from './body-limit.decorator';
import { mayChange } from './changes-nothing.decorator';
import { assertType, assertUtf8, hasBody, malformedJson, parseJson } from './json-body';
import { consumedTypeOf } from '../reference/media-types.decorator';
import { readsOwnBody } from './reads-own-body.decorator';
import { type BodyBytesReader, bodyBytesReader } from './request-body';

const LIMIT_BYTES = 1024 * 1024;

const readWithinLimit = bodyBytesReader(LIMIT_BYTES);

/**
 * Reads the JSON body of a request after the access guard. The body of an unauthorized caller is therefore neither read
 * nor parsed. A route with `@Consumes()` for another type, or with `@ReadsOwnBody()`, reads its body itself. No handler
 * runs with an incomplete body, or for a request that was answered while the guards waited. The last step sets
 * `RequestScope.mayWrite`.
 */
export class BodyReaderGuard implements CanActivate {
  private readonly readers = new Map<object, BodyBytesReader>();

  /** @param environment passed to the limits that `@BodyLimit()` sets. If omitted, every route has the default limit */
  constructor(private readonly environment?: Environment) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    assertAwaited();
    const request = context.switchToHttp().getRequest<Request>();
    const handler = context.getHandler();
    if (!hasBody(request) || readsOwnBody(handler)) return begin(handler, request);
    const wanted = consumedTypeOf(handler);
    assertType(request, wanted);
    if (wanted) return begin(handler, request);
    assertUtf8(request);
    return readJson(this.readerFor(handler), request).then(() => begin(handler, request));
  }

  private readerFor(handler: object): BodyBytesReader {
    const limitOf = this.environment && bodyLimitOf(handler);
    if (!this.environment || !limitOf) return readWithinLimit;
    const reader = this.readers.get(handler) ?? bodyBytesReader(limitOf(this.environment));
    this.readers.set(handler, reader);
    return reader;
  }
}

async function readJson(read: BodyBytesReader, request: Request): Promise<void> {
  const bytes = await read(request);
  // A chunked body may be empty. A request with an empty body is treated like a request without a body.
  request.body = bytes.length === 0 ? undefined : objectOrList(parseJson(bytes));
}

function begin(handler: object, request: Request): true {
  const scope = currentRequest();
  if (scope) scope.mayWrite = mayChange(handler, request);
  return true;
}

/** Refuses any other JSON value, because every route expects an object or a list. */
function objectOrList(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw malformedJson();
  return value;
}
