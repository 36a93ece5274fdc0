import type { Environment } from '@app/config';
import { TRIGGER_TYPES } from '@app/domain';
import { nodeTypes } from '@app/workflow-nodes';
import { bodiesOf, referenceValidator, typesOf } from '../factories/reference-document';
import { RunningApi } from '../factories/running-api';
import { type Outcome, startCommand } from '../servers/command';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface Operation {
  summary?: string;
  security?: Record<string, unknown>[];
  requestBody?: unknown;
  parameters: { name: string; in: string; required: boolean; schema: { type?: string } }[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: unknown }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

describe('the API', () => {
  let api: RunningApi;
  let document: Document;

  beforeAll(async () => {
    api = await RunningApi.start();
    document = (await api.call('GET', '/documentation/json')).body as Document;
  });

  afterAll(() => api.stop());

  function operations(): { method: string; path: string; operation: Operation }[] {
    return Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => (item[method] ? [{ method, path, operation: item[method] }] : [])),
    );
  }

  function call(method: string, path: string): Promise<Response> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? '1' : 'any'));
    return fetch(`${api.address}${filled}`, { method: method.toUpperCase() });
  }

  describe('reference', () => {
    it('a browser can show the reference under the content security policy', async () => {
      const page = await fetch(`${api.address}/documentation`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      const html = await page.text();
      // The policy forbids inline scripts, so the page must not have any.
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>\s*\S/);
      expect(html).not.toMatch(/\son\w+=/);
      const files = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+)"/g)].map(
        ([, file]) => file ?? '',
      );
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) {
        const answer = await fetch(new URL(file, `${api.address}/documentation`));
        expect({ file, status: answer.status }).toEqual({ file, status: 200 });
      }
    });

    it('the reference defines every schema to which it refers', () => {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
        ([, to]) => to ?? '',
      );
      expect(references.length).toBeGreaterThan(10);
      for (const reference of new Set(references)) {
        const [, , kind = '', name = ''] = reference.split('/');
        expect({ reference, found: name in (document.components[kind] ?? {}) }).toEqual({
          reference,
          found: true,
        });
      }
    });

    it('the reference describes each operation with its responses, its errors and its roles', () => {
      expect(operations().length).toBeGreaterThan(10);
      for (const { method, path, operation } of operations()) {
        const { responses, security } = operation;
        const told = {
          does: Boolean(operation.summary),
          answers: Object.keys(responses).some((status) => status.startsWith('2')),
          bodies: Object.entries(responses).every(
            ([status, { $ref, content }]) => $ref ?? content ?? status.startsWith('3'),
          ),
          refuses: '401' in responses || security?.length === 0 || path.startsWith('/health'),
          fails: '500' in responses && '503' in responses,
          access: Array.isArray(security),
        };
        const all = { does: true, answers: true, bodies: true, refuses: true, fails: true, access: true };
        expect({ method, path, ...told }).toEqual({ method, path, ...all });
      }
    });

    it('the reference has valid examples of every JSON body', () => {
      const found = bodiesOf(document);
      expect(found.filter(({ examples }) => examples.length === 0).map(({ where }) => where)).toEqual([]);
      expect(found.length).toBeGreaterThan(60);
      const fits = referenceValidator(document);
      const invalid = found.flatMap(({ where, schema, examples }) =>
        examples.map((example) => ({ where, faults: fits(schema, example) })).filter(({ faults }) => faults),
      );
      expect(invalid).toEqual([]);
    });

    it('the reference has a schema for each type of node, trigger and event', () => {
      expect(typesOf(document, 'WorkflowNodeDto')).toEqual(nodeTypes.map(({ type }) => type));
      expect(typesOf(document, 'TriggerInputDto')).toEqual([...TRIGGER_TYPES]);
      expect(typesOf(document, 'TriggerDto')).toEqual([...TRIGGER_TYPES]);
      expect(typesOf(document, 'StreamEvent')).toEqual(
        expect.arrayContaining(['heartbeat', 'energy_update']),
      );
    });

    it('the schemas of the reference accept valid nodes and reject invalid nodes', () => {
      const union = { $ref: '#/components/schemas/WorkflowNodeDto' };
      const fits = referenceValidator(document);
      const node = {
        id: 'a',
        type: 'set_point',
        config: { code: 'F1.LIGHT', value: '{{ triggerData.on }}' },
      };
      expect(fits(union, node)).toBeNull();
      expect(fits(union, { ...node, config: { ...node.config, verify: 'yes' } })).not.toBeNull();
      expect(fits(union, { ...node, config: { value: 1 } })).not.toBeNull();
      expect(fits(union, { ...node, type: 'unknown' })).not.toBeNull();
    });

    it('the reference makes page and limit optional, and states the bounds of ids that the API enforces', () => {
      const parameters = operations().flatMap(({ operation }) => operation.parameters ?? []);
      const paging = parameters.filter(({ name }) => name === 'page' || name === 'limit');
      expect(paging.length).toBeGreaterThan(4);
      expect(paging.filter(({ required }) => required)).toEqual([]);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      // Ids of labels are not compared: engineers choose them, so they may be any text.
      const ids = inPath.filter(({ name }) => /id$/i.test(name) && name !== 'labelId');
      expect(ids.length).toBeGreaterThan(10);
      const integer = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
      for (const { schema } of ids) {
        const uuid = { type: 'string', format: 'uuid', minLength: 36, maxLength: 36 };
        expect(schema).toMatchObject(schema.type === 'integer' ? integer : uuid);
      }
    });
  });

  it('the API responds with 405 to methods that a path does not support', async () => {
    for (const [path, item] of Object.entries(document.paths)) {
      // A path may match several routes: the router handles `PUT /users/roles` as `PUT /users/{id}`.
      const answered = new Set(
        Object.entries(document.paths)
          .filter(([other]) => new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
          .flatMap(([, methods]) => Object.keys(methods)),
      );
      const missing = METHODS.filter((method) => !answered.has(method));
      for (const method of missing) {
        const answer = await call(method, path);
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 405 });
        const allowed = (answer.headers.get('allow') ?? '').toLowerCase().split(', ');
        expect(allowed).toEqual(expect.arrayContaining(Object.keys(item)));
      }
    }
  });

  it('the API responds to unknown paths in JSON, with the request id and without details about the server', async () => {
    for (const path of ['/api', '/api/nothing', '/documentation/nothing', '/favicon.ico', '/health']) {
      const answer = await fetch(`${api.address}${path}`, { headers: { 'x-request-id': 'asked' } });
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
      expect(await answer.json()).toEqual({ error: expect.any(String), code: 'not_found' });
      expect(answer.headers.get('x-request-id')).toBe('asked');
      expect(answer.headers.has('x-powered-by')).toBe(false);
    }
  });

  it('the API reports that it is live and ready', async () => {
    const [live, ready] = await Promise.all(
      ['live', 'ready'].map((name) => fetch(`${api.address}/health/${name}`)),
    );
    expect(await live?.json()).toEqual({ status: 'live' });
    expect(ready?.status).toBe(200);
    expect(await ready?.json()).toMatchObject({
      status: 'ready',
      database: { reachable: true, latencyMs: expect.any(Number) },
      queue: { reachable: true },
      // The gateway's state is unknown, because no worker runs and reports it.
      gateway: { breaker: 'unknown' },
    });
  });

  it('the API ends with code 78 and prints one line for an invalid variable', async () => {
    const { code, output } = await startAlone({ DATABASE_URL: 'sqlite://x' });
    expect(code).toBe(78);
    expect(output).toMatch(/^DATABASE_URL [^\n]+\n$/);
  });

  it('the API ends with code 1 and prints the reason if its port is in use', async () => {
    const { code, output } = await startAlone({ PORT: Number(new URL(api.address).port) });
    expect(code).toBe(1);
    expect(output).toContain('EADDRINUSE');
  });

  /** Starts a process of the api that ends by itself. */
  function startAlone(overrides: Partial<Environment>): Promise<Outcome> {
    const variables = Object.assign({}, api.environment, { LOG_LEVEL: 'info' }, overrides);
    return startCommand(['dist/apps/api/src/main.js'], variables).outcome;
  }
});
