import { ApiError, unwrap } from './api-error.js';
import { createPlantroom } from './plantroom.js';

/** Returns the status of the call after all of its attempts. */
async function statusOf(call: Promise<unknown>): Promise<number> {
  const status = call.then(
    () => 200,
    (error: ApiError) => error.status,
  );
  await jest.advanceTimersByTimeAsync(300_000);
  return status;
}

describe('a call while the API is unavailable', () => {
  let answers: { status: number; retryAfter?: string }[];
  let bodies: string[];

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    bodies = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const fetch = async (request: Request) => {
    bodies.push(await request.text());
    const { status, retryAfter } = answers[Math.min(bodies.length, answers.length) - 1] ?? { status: 500 };
    const headers = { 'x-request-id': 'request-1', ...(retryAfter && { 'retry-after': retryAfter }) };
    const body = status === 200 ? { success: true } : { error: 'Unavailable.', code: 'unavailable' };
    return Response.json(body, { status, headers });
  };
  const { api } = createPlantroom({ baseUrl: 'http://plantroom.test', fetch, apiKey: 'pk_key' });
  const id = '0198c0de-0000-7000-8000-000000000000';
  const list = (signal?: AbortSignal) => unwrap(api.GET('/api/workflows', { signal }));
  const trigger = (header: { 'Idempotency-Key'?: string }) =>
    unwrap(
      api.POST('/api/workflows/{id}/trigger', {
        params: { path: { id }, header },
        body: { input: { floor: 3 } },
      }),
    );

  it('is repeated after the delay that the API requests', async () => {
    answers = [{ status: 503, retryAfter: '5' }, { status: 200 }];
    const call = list();
    await jest.advanceTimersByTimeAsync(4999);
    expect(bodies).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1300);
    await expect(call).resolves.toEqual({ success: true });
    expect(bodies).toHaveLength(2);
  });

  it('fails after the third attempt', async () => {
    answers = [{ status: 503, retryAfter: '1' }];
    await expect(statusOf(list())).resolves.toBe(503);
    expect(bodies).toHaveLength(3);
  });

  it.each([
    ['the API requests no delay', { status: 503 }],
    ['the API requests more than 30 seconds', { status: 503, retryAfter: '31' }],
    ['the status is not 503', { status: 429, retryAfter: '1' }],
  ])('is not repeated if %s', async (_, answer) => {
    answers = [answer];
    await expect(statusOf(list())).resolves.toBe(answer.status);
    expect(bodies).toHaveLength(1);
  });

  it('is repeated with its body if it has an idempotency key', async () => {
    answers = [{ status: 503, retryAfter: '1' }, { status: 200 }];
    await expect(statusOf(trigger({ 'Idempotency-Key': 'key-1' }))).resolves.toBe(200);
    expect(bodies).toEqual(['{"input":{"floor":3}}', '{"input":{"floor":3}}']);
    bodies = [];
    await expect(statusOf(trigger({}))).resolves.toBe(503);
    expect(bodies).toHaveLength(1);
  });

  it('stops waiting for a retry when it is aborted', async () => {
    answers = [{ status: 503, retryAfter: '5' }];
    const controller = new AbortController();
    const call = list(controller.signal);
    await jest.advanceTimersByTimeAsync(1000);
    controller.abort(new Error('Too slow.'));
    await expect(call).rejects.toThrow('Too slow.');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails with an error that contains the status, the code and the other details of the answer', async () => {
    answers = [{ status: 503, retryAfter: '60' }];
    await expect(list()).rejects.toMatchObject({
      name: 'ApiError',
      message: 'Unavailable.',
      status: 503,
      code: 'unavailable',
      details: [],
      retryAfter: 60,
      requestId: 'request-1',
    });
  });
});

const closed = (code: string) => new TypeError('fetch failed', { cause: { code } });

describe('a call whose connection is closed before the answer', () => {
  let failures: Error[];
  let bodies: string[];

  beforeEach(() => (bodies = []));

  const fetch = async (request: Request) => {
    bodies.push(await request.text());
    const failure = failures.shift();
    if (failure) throw failure;
    return Response.json({ title: 'Pump' });
  };
  const { api } = createPlantroom({ baseUrl: 'http://plantroom.test', fetch, apiKey: 'pk_key' });
  const find = () => unwrap(api.GET('/api/faults/{id}', { params: { path: { id: 7 } } }));
  const exportFaults = (header: { 'Idempotency-Key'?: string }) =>
    unwrap(
      api.POST('/api/reports/export', {
        params: { header },
        body: { type: 'faults', from: '2026-03-01', to: '2026-04-01' },
      }),
    );

  it.each(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])(
    'is repeated once if Node.js reports %s',
    async (code) => {
      failures = [closed(code)];
      await expect(find()).resolves.toEqual({ title: 'Pump' });
      failures = [closed(code), closed(code)];
      await expect(find()).rejects.toThrow('fetch failed');
      expect(bodies).toHaveLength(4);
    },
  );

  it('is not repeated if the server could not be reached at all', async () => {
    failures = [closed('ECONNREFUSED')];
    await expect(find()).rejects.toThrow('fetch failed');
    expect(bodies).toHaveLength(1);
  });

  it('is repeated with its body only if it cannot have a second effect', async () => {
    failures = [closed('UND_ERR_SOCKET')];
    await expect(exportFaults({ 'Idempotency-Key': 'key-1' })).resolves.toEqual({ title: 'Pump' });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
    failures = [closed('UND_ERR_SOCKET')];
    await expect(exportFaults({})).rejects.toThrow('fetch failed');
    failures = [closed('UND_ERR_SOCKET')];
    const path = { id: 7 };
    await expect(unwrap(api.DELETE('/api/faults/{id}', { params: { path } }))).rejects.toThrow(
      'fetch failed',
    );
    expect(bodies).toHaveLength(4);
  });
});
