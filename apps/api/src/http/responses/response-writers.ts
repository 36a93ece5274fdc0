import type { Page } from '@app/kernel';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ResponseCompiler, type Serialize } from './response-compiler';
import type { Schema } from '../reference/json-schema';
import type { KnownRoute } from '../reference/known-paths';
import { operationAt, successSchemaOf } from '../reference/openapi-operations';
import { pagingHeaders } from '../fields/paging';
import { PRODUCES_EXTENSION } from '../reference/media-types.decorator';
import { PAGED_EXTENSION } from '../reference/responses.decorator';
import { SHAREABLE_EXTENSION } from '../reference/shareable.decorator';
import { sendJson } from '../errors/send-json';
import { sharedResponse } from './shared-response';

type WriteResponse = (value: unknown, response: Response) => void;

/**
 * Serializes the answers of each route by its schema in the reference. A schema is compiled when its route first
 * answers, because compiling all schemas took a fifth of the start-up time.
 */
export class ResponseWriters {
  private readonly byRoute = new Map<string, WriteResponse>();

  /** @throws Error that names each route whose answer is missing from the reference */
  constructor(document: OpenAPIObject, routes: readonly KnownRoute[]) {
    const compiler = new ResponseCompiler((document.components?.schemas ?? {}) as Record<string, Schema>);
    const undeclared: string[] = [];
    for (const { method, path } of routes) {
      const operation = operationAt(document, method, path);
      if (operation && PRODUCES_EXTENSION in operation) continue;
      const schema = operation && successSchemaOf(operation);
      if (schema) this.byRoute.set(`${method} ${path}`, writerOf(compiler, schema, operation));
      else undeclared.push(`${method} ${path}`);
    }
    if (undeclared.length > 0) {
      throw new Error(`Refusing to start: no response is declared for ${undeclared.join(', ')}.`);
    }
  }

  /**
   * Returns the function that writes the answer of the route. Returns undefined if the route is unknown or does not
   * answer in JSON.
   */
  writerFor({ method, route }: Request): WriteResponse | undefined {
    const { path = '' } = (route ?? {}) as { path?: string };
    return this.byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
  }
}

function writerOf(compiler: ResponseCompiler, schema: Schema, operation: object): WriteResponse {
  let compiled: Serialize | undefined;
  const serialize: Serialize = (value) => (compiled ??= compiler.compile(schema))(value);
  const maxAgeSeconds = (operation as { [SHAREABLE_EXTENSION]?: number })[SHAREABLE_EXTENSION];
  if (maxAgeSeconds !== undefined) {
    const write = sharedResponse(serialize, maxAgeSeconds);
    return (value, response) => write(value as object, response);
  }
  const paged = (operation as { [PAGED_EXTENSION]?: true | string })[PAGED_EXTENSION];
  if (paged === undefined) return (value, response) => sendJson(response, serialize(value));
  return (value, response) => {
    const page = value as Page<unknown>;
    const body = serialize(paged === true ? page.items : { [paged]: page.items });
    for (const [name, header] of Object.entries(pagingHeaders(response.req, page))) {
      response.setHeader(name, header);
    }
    sendJson(response, body);
  };
}
