import { promisify } from 'node:util';
import { DomainError } from '@app/kernel';
import { type CanActivate, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response, json } from 'express';
import { assertPlain } from './assert-plain';
import { consumedTypeOf } from './media-types.decorator';

const LIMIT_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

const readJson = promisify<Request, Response, void>(json({ limit: LIMIT_BYTES, type: () => true }));

/**
 * Reads the JSON body of a request, after the guard of access has let it through: nobody has us read and parse a body
 * who may not call the route. A route that declares what else it `@Consumes()` reads its body itself.
 */
export class BodyReader implements CanActivate {
  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasBody(request)) return true;
    const wanted = consumedTypeOf(context.getHandler());
    const type = typeOf(request);
    if (wanted ? type !== wanted : !JSON_TYPE.test(type)) {
      const message = `The body must be ${wanted ?? 'application/json'}.`;
      throw new DomainError('unsupported_type', 'unsupported_type', message);
    }
    return wanted ? true : readBody(request, http.getResponse<Response>());
  }
}

async function readBody(request: Request, response: Response): Promise<true> {
  await readJson(request, response);
  assertPlain(request.body);
  return true;
}

function hasBody({ headers }: Request): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}

function typeOf({ headers }: Request): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}
