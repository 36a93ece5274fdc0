import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ResponseCompiler } from './response-compiler';
import type { KnownRoute } from '../reference/known-paths';
import { operationAt, successSchemaOf } from '../reference/openapi-operations';
import { ResponseWriters } from './response-writers';

const FILE = join(__dirname, '../../../../../docs/openapi.json');
const reference = JSON.parse(readFileSync(FILE, 'utf8')) as OpenAPIObject;

/** The routes that answer in JSON. */
const routes: KnownRoute[] = Object.entries(reference.paths).flatMap(([path, item]) =>
  Object.keys(item)
    .filter((method) => {
      const operation = operationAt(reference, method, path);
      return operation && successSchemaOf(operation);
    })
    .map((method) => ({ method: method.toUpperCase(), path })),
);

describe('ResponseWriters', () => {
  it('compiles a schema only when its route answers', () => {
    const compile = jest.spyOn(ResponseCompiler.prototype, 'compile');

    expect(new ResponseWriters(reference, routes)).toBeInstanceOf(ResponseWriters);

    expect(routes.length).toBeGreaterThan(30);
    expect(compile).not.toHaveBeenCalled();
  });

  it('refuses a route whose answer is not described in the API reference', () => {
    expect(() => new ResponseWriters(reference, [{ method: 'GET', path: '/api/nowhere' }])).toThrow(
      'no response is declared for GET /api/nowhere',
    );
  });
});
