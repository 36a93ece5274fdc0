// Runs in the full check only: it sends every body of the reference without each of its fields.
import {
  BuildingObjectEntity,
  FileRemovalEntity,
  PointEntity,
  type WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { newId } from '@app/kernel';
import type { OpenAPIObject } from '@nestjs/swagger';
import { aModel } from '../factories/a-model';
import { aWorkflow } from '../factories/a-workflow';
import { incompleteBodies, type Schema } from '../factories/incomplete-bodies';
import { PICTURES } from '../factories/pictures';
import { RawConnection, type RawRequest } from '../factories/raw-request';
import { RunningApi } from '../factories/running-api';
import type { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';

const DEADLINE_MS = 2000;
const MISSING_BYTES = 3000;
const TEMPERATURE = { temperature: 23.5, unit: '°C' };
/** The number of concurrent requests per target. It exceeds the number of connections in the database pool. */
const AT_ONCE = 30;
/** More than the operations with a body, which a test sends at the same time without their ends. */
const MOST_SLOW_SENDERS = 100;
/** Time limit for headers and for bodies. A sender counts as slow after a twelfth of this time. */
const BODY_MS = 60_000;
/** A page that takes this long has waited for the configuration. */
const READS_CONFIGURATION_MS = 900;

/** The records of these paths have numbers as ids. */
const NUMBERED = /^\/api\/(?:models|objects|points|users)\//;

type Leave = (connection: RawConnection) => unknown;

const WAYS_TO_LEAVE: [string, Leave][] = [
  ['closes the connection', ({ socket }) => socket.destroy()],
  ['resets the connection', ({ socket }) => socket.resetAndDestroy()],
  ['closes its side of the connection', ({ socket }) => socket.end()],
];

interface Target {
  what: string;
  path: string;
  headers: Record<string, string>;
  body: object;
  /** The trigger data of the started execution. */
  triggerData: object;
}

describe('a request that is incomplete or has already ended', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let token: string;
  let webhook: WorkflowEntity;
  let manual: WorkflowEntity;

  beforeAll(async () => {
    ({ api, relay } = await RunningApi.startBehindRelay({
      LIMIT_REQUEST_MS: DEADLINE_MS,
      LIMIT_WEBHOOKS_PER_MINUTE: 100_000,
      LIMIT_SLOW_SENDERS: MOST_SLOW_SENDERS,
      LIMIT_HEADERS_MS: BODY_MS,
      LIMIT_BODY_MS: BODY_MS,
      LOG_LEVEL: 'info',
    }));
    token = await api.signIn();
    const { dataSource } = api.database;
    webhook = await aWorkflow(dataSource, { triggerType: 'webhook' });
    manual = await aWorkflow(dataSource);
    await storeBuilding();
  });

  afterAll(async () => {
    await relay.cut();
    await api.stop();
  });

  /** Stores the records to which the examples of the reference refer: model 1, objects up to 3, and a point. */
  async function storeBuilding(): Promise<void> {
    const { dataSource } = api.database;
    const { manager } = dataSource;
    const { id: modelId } = await aModel(dataSource);
    for (const code of ['ONE', 'TWO', 'THREE']) {
      await manager.save(manager.create(BuildingObjectEntity, { name: code, code, modelId }));
    }
    await manager.save(manager.create(PointEntity, { name: 'One', code: 'ONE', objectId: 1 }));
  }

  /** The routes that start an execution, each with and without an idempotency key. */
  const targets = (): Target[] => {
    const secret = { 'x-webhook-secret': webhook.webhookSecret };
    const body = TEMPERATURE;
    const bySlug = { path: `/api/webhook/${webhook.webhookSlug}`, body, triggerData: body };
    const byId = { path: '/api/webhook', body, triggerData: body };
    const byHand = { path: `/api/workflows/${manual.id}/trigger`, body: { input: body }, triggerData: body };
    const bearer = { authorization: `Bearer ${token}` };
    return [
      { what: 'a delivery', ...bySlug, headers: secret },
      { what: 'a delivery with a key', ...bySlug, headers: { ...secret, ...newKey() } },
      { what: 'a delivery with a message id', ...bySlug, headers: { ...secret, 'webhook-id': newId() } },
      {
        what: 'a delivery by id',
        ...byId,
        headers: { ...secret, ...newKey(), 'x-webhook-id': webhook.webhookId },
      },
      { what: 'a trigger', ...byHand, headers: bearer },
      { what: 'a trigger with a key', ...byHand, headers: { ...bearer, ...newKey() } },
    ];
  };

  it.each(WAYS_TO_LEAVE)(
    'an incomplete request starts no execution if the sender %s, and the complete request is then accepted',
    async (_way, leave) => {
      const before = await executions();
      const all = targets();
      for (const target of all) {
        const text = JSON.stringify(target.body);
        await sendCut(asRaw(target, '', { 'content-length': byteLength(text) }), leave);
        await sendCut(asRaw(target, text.slice(0, 10), { 'content-length': byteLength(text) }), leave);
        await sendCut(asRaw(target, chunk(text.slice(0, 10)), CHUNKED), leave);
      }
      await settled();
      expect(await executions()).toEqual(before);
      for (const target of all) await expectAccepted(target);
    },
  );

  it('an incomplete request changes nothing on any route that takes a body', async () => {
    const operations = await operationsWithBody();
    expect(operations.length).toBeGreaterThan(15);
    const before = await wholeDatabase();
    const connections = await Promise.all(operations.map(sendPart));
    // `settled` makes sure that the service has read the sent bytes and waits for the rest.
    await settled();
    for (const [index, connection] of connections.entries()) {
      WAYS_TO_LEAVE[index % WAYS_TO_LEAVE.length]?.[1](connection);
    }
    await Promise.all(connections.map((connection) => connection.answer()));
    await settled();
    await waitFor(async () => (await api.database.dataSource.manager.count(FileRemovalEntity)) === 0, {
      what: 'the removal of the files that were not received completely',
    });
    expect(await wholeDatabase()).toEqual(before);
  });

  it('a JSON body without a required field, or with null instead of a value, is refused on every route', async () => {
    const { body } = await api.call('GET', '/documentation/json');
    const reference = body as OpenAPIObject;
    const sent = new Set<string>();
    const wrong: object[] = [];
    for (const { method, path, content } of bodiesOf(reference)) {
      const { schema, examples = {} } = content['application/json'] ?? {};
      for (const { value } of Object.values(examples)) {
        for (const { field, body: incomplete } of incompleteBodies(reference, schema ?? {}, value)) {
          // Several examples and several items of a route have the same fields.
          const what = `${method} ${path} ${field} ${JSON.stringify(incomplete).includes(`"${field}":null`)}`;
          if (sent.has(what)) continue;
          sent.add(what);
          const { status, text } = await api.call(method, pathTo(path), { token, body: incomplete });
          const refused = status === 400 && text.includes(field);
          if (!refused && (status >= 500 || !ACCEPTS_FAULTY_PARTS.has(`${method} ${path}`))) {
            wrong.push({ method, path, field, incomplete, status, text });
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(sent.size).toBeGreaterThan(400);
  });

  describe('while the database hangs', () => {
    afterEach(() => relay.pass());

    it('the console is still served, because it does not wait for the configuration', async () => {
      relay.freeze();
      const headers = { accept: 'text/html' };
      let longestMs = 0;
      // The first pages may use the configuration that was read a moment ago.
      while (longestMs < READS_CONFIGURATION_MS) {
        const startedAtMs = performance.now();
        const { status } = await api.call('GET', '/', { headers });
        longestMs = Math.max(longestMs, performance.now() - startedAtMs);
        expect(status).toBe(200);
      }
    });

    it.each([
      ['was answered', () => undefined],
      ['lost its caller', ({ socket }: RawConnection) => socket.destroy()],
    ])(
      'a request that waits for the database starts no write after the request %s',
      async (_what, leave: Leave) => {
        // Use only targets that query the database before their first write, for a guard or an idempotency key.
        const known = targets().filter(
          ({ headers }) => 'authorization' in headers || 'idempotency-key' in headers,
        );
        const before = await executions();
        relay.freeze();
        const ended = endedRequests();
        const sent = await Promise.all(
          known.flatMap((target) => Array.from({ length: AT_ONCE }, () => sendWhole(target, leave))),
        );
        for (const { status } of await Promise.all(sent.map((connection) => connection.answer()))) {
          expect([500, 503, null]).toContain(status);
        }
        // Log lines are written in batches, so the last line of the previous test may arrive late.
        await waitFor(() => endedRequests() >= ended + sent.length, { what: 'all requests to end' });
        relay.pass();
        await settled();
        const begun = (await executions()).slice(before.length);
        for (const triggerData of begun) expect(JSON.parse(triggerData)).toEqual(TEMPERATURE);
        // When the database began to hang, at most one write per target had been sent.
        expect(begun.length).toBeLessThanOrEqual(known.length);
        for (const target of known) await expectAccepted(target);
      },
    );
  });

  async function sendCut(request: RawRequest, leave: Leave): Promise<void> {
    const connection = await sendPart(request);
    leave(connection);
    await connection.answer();
  }

  async function sendPart(request: RawRequest): Promise<RawConnection> {
    const connection = await RawConnection.open(api.address);
    await connection.send(request);
    return connection;
  }

  async function sendWhole(target: Target, leave: Leave): Promise<RawConnection> {
    const text = JSON.stringify(target.body);
    const connection = await RawConnection.open(api.address);
    await connection.send(asRaw(target, text, { 'content-length': byteLength(text), connection: 'close' }));
    leave(connection);
    return connection;
  }

  /** Counts the POST requests in the access log. The log has a line for each ended request. */
  function endedRequests(): number {
    return api.log.split('"req":{"method":"POST"').length;
  }

  /** Waits until the database has done the work of all earlier requests. */
  async function settled(): Promise<void> {
    await waitFor(async () => (await api.call('GET', '/api/auth/me', { token })).status === 200, {
      what: 'the database to answer',
    });
    await Promise.all(Array.from({ length: AT_ONCE }, () => api.call('GET', '/api/auth/me', { token })));
  }

  async function expectAccepted({ what, path, headers, body, triggerData }: Target): Promise<void> {
    const answer = await api.call('POST', path, { headers, body });
    expect({ what, status: answer.status }).toEqual({ what, status: 202 });
    const { executionId } = answer.body as { executionId: string };
    const [started] = await rowsOf({ id: executionId });
    expect(JSON.parse(started?.triggerData ?? '')).toEqual(triggerData);
  }

  async function executions(): Promise<string[]> {
    return (await rowsOf({})).map(({ triggerData }) => triggerData);
  }

  function rowsOf(where: { id?: string }): Promise<Pick<WorkflowExecutionEntity, 'triggerData'>[]> {
    const { manager } = api.database.dataSource;
    const select = { id: true, triggerData: true };
    return manager.find(WorkflowExecutionEntity, { select, where, order: { id: 'ASC' } });
  }

  /**
   * Builds a request for each operation with a body. The path contains the ids of existing records. The body is valid
   * up to the point where the tests cut it.
   */
  async function operationsWithBody(): Promise<RawRequest[]> {
    const { body } = await api.call('GET', '/documentation/json');
    return bodiesOf(body as OpenAPIObject).map(({ method, path, content }) => {
      const type = BODY_TYPES.find((one) => one in content) ?? 'none';
      const sent = BODIES[type]?.() ?? exampleOf(content[type]);
      return {
        method,
        path: pathTo(path),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': type === 'multipart/form-data' ? `${type}; boundary=x` : type,
          'content-length': String(Buffer.byteLength(sent) + MISSING_BYTES),
        },
        body: sent,
      };
    });
  }

  function pathTo(path: string): string {
    return path.replaceAll(/\{[^}]+\}/g, NUMBERED.test(path) ? '1' : manual.id);
  }

  async function wholeDatabase(): Promise<Record<string, unknown[]>> {
    const { dataSource } = api.database;
    const tables = dataSource.entityMetadatas.map(
      async ({ tableName }) =>
        [
          tableName,
          await dataSource.createQueryBuilder().from(tableName, 't').select('*').getRawMany(),
        ] as const,
    );
    return Object.fromEntries(await Promise.all(tables));
  }
});

/** Imports report each faulty point, and drafts of workflows are stored with their problems. */
const ACCEPTS_FAULTY_PARTS = new Set([
  'POST /api/models/{id}/import-points',
  'POST /api/points/import',
  'POST /api/workflows',
  'POST /api/workflows/check',
  'PUT /api/workflows/{id}',
]);

const BODY_TYPES = ['application/json', 'multipart/form-data', 'text/calendar', 'text/csv'];

/** A complete body of each type in `BODY_TYPES` that has no examples in the reference. */
const BODIES: Record<string, () => string> = {
  'multipart/form-data': aForm,
  'text/calendar': () =>
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20260501\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  'text/csv': () => 'timestamp,price\n2026-03-01T00:00:00Z,0.08\n',
};

interface MediaType {
  schema?: Schema;
  examples?: Record<string, { value: unknown }>;
}

interface OperationWithBody {
  method: string;
  /** The path as in the reference, with parameters in braces. */
  path: string;
  /** The media types of the body. */
  content: Record<string, MediaType>;
}

function bodiesOf({ paths }: OpenAPIObject): OperationWithBody[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(
      operations as Record<string, { requestBody?: { content: Record<string, MediaType> } }>,
    ).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ method: method.toUpperCase(), path, content: requestBody.content }] : [],
    ),
  );
}

/**
 * Returns the first example in the reference. It is valid, so a service that did not notice the cut would accept it.
 */
function exampleOf(json: MediaType | undefined): string {
  const [example] = Object.values(json?.examples ?? {});
  if (!example) throw new Error('The reference has a request body without an example.');
  return JSON.stringify(example.value);
}

function asRaw({ path, headers }: Target, body: string, more: Record<string, string>): RawRequest {
  const type = { 'content-type': 'application/json' };
  return { method: 'POST', path, headers: { ...type, ...headers, ...more }, body };
}

function newKey(): Record<string, string> {
  return { 'idempotency-key': newId() };
}

const CHUNKED = { 'transfer-encoding': 'chunked' };

/** One complete chunk of a chunked body. The chunk that ends the body is missing. */
function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

function byteLength(text: string): string {
  return String(Buffer.byteLength(text));
}

/** A complete form. Only the declared length shows that the body is longer. */
function aForm(): string {
  const head = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';
  return `--x\r\n${head}\r\n\r\n${PICTURES.png.toString('latin1')}\r\n--x--\r\n`;
}
