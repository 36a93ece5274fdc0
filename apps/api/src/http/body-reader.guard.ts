import { promisify } from 'node:util';
import { type CanActivate, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response, json } from 'express';
import { assertPlain } from './assert-plain';
import { assertType, hasBody } from './json-body';
import { consumedTypeOf } from './media-types.decorator';
import { readsOwnBody } from './reads-own-body.decorator';

const LIMIT_BYTES = 1024 * 1024;

const readJson = promisify<Request, Response, void>(json({ limit: LIMIT_BYTES, type: () => true }));

/**
 * Reads the JSON body of a request, after the guard of access has let it through: nobody has us read and parse a body
 * who may not call the route. A route that declares what else it `@Consumes()`, or that it `@ReadsOwnBody()`, reads its
 * body itself.
 */
export class BodyReader implements CanActivate {
  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const handler = context.getHandler();
    if (!hasBody(request) || readsOwnBody(handler)) return true;
    const wanted = consumedTypeOf(handler);
    assertType(request, wanted);
    return wanted ? true : readBody(request, http.getResponse<Response>());
  }
}

async function readBody(request: Request, response: Response): Promise<true> {
  await readJson(request, response);
  assertPlain(request.body);
  return true;
}
