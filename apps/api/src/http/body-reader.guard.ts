import { promisify } from 'node:util';
import type { Environment } from '@app/config';
import { type CanActivate, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response, json } from 'express';
import { assertPlain } from './assert-plain';
import { bodyLimitOf } from './body-limit.decorator';
import { assertType, hasBody } from './json-body';
import { consumedTypeOf } from './media-types.decorator';
import { readsOwnBody } from './reads-own-body.decorator';

const LIMIT_BYTES = 1024 * 1024;

type JsonReader = (request: Request, response: Response) => Promise<void>;

const jsonReader = (limit: number): JsonReader =>
  promisify<Request, Response, void>(json({ limit, type: () => true }));

const readJson = jsonReader(LIMIT_BYTES);

/**
 * Reads the JSON body of a request, after the guard of access has let it through: nobody has us read and parse a body
 * who may not call the route. A route that declares what else it `@Consumes()`, or that it `@ReadsOwnBody()`, reads its
 * body itself.
 */
export class BodyReader implements CanActivate {
  private readonly readers = new Map<object, JsonReader>();

  /** @param environment without it every route takes as much as any other */
  constructor(private readonly environment?: Environment) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const handler = context.getHandler();
    if (!hasBody(request) || readsOwnBody(handler)) return true;
    const wanted = consumedTypeOf(handler);
    assertType(request, wanted);
    return wanted
      ? true
      : readBody(this.readerFor(context.getHandler()), request, http.getResponse<Response>());
  }

  private readerFor(handler: object): JsonReader {
    const limitOf = this.environment && bodyLimitOf(handler);
    if (!this.environment || !limitOf) return readJson;
    const reader = this.readers.get(handler) ?? jsonReader(limitOf(this.environment));
    this.readers.set(handler, reader);
    return reader;
  }
}

async function readBody(read: JsonReader, request: Request, response: Response): Promise<true> {
  await read(request, response);
  assertPlain(request.body);
  return true;
}
