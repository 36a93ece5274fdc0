import type { HttpPortRequest, HttpPortResponse, JsonObject } from '@app/workflow-engine';
import { DomainError } from '@app/kernel';
import { ACCEPTING, rehearseNode, tryNode } from '../../../test/factories/node-trial';
import { httpRequestNode } from './http-request.node';

const URL = 'https://api.example.org/rooms';
const KEY = 'execution-1/node-1';

/** A fake system that gives the configured answer and records the requests. */
function anotherSystem(answer: Partial<HttpPortResponse> | Error = {}) {
  const requests: HttpPortRequest[] = [];
  const request = (asked: HttpPortRequest): Promise<HttpPortResponse> => {
    requests.push(asked);
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve({ status: 200, headers: {}, body: '', ...answer });
  };
  return { requests, ports: { http: { ...ACCEPTING, request } } };
}

async function sent(config: JsonObject, triggerData: JsonObject = {}): Promise<HttpPortRequest | undefined> {
  const { requests, ports } = anotherSystem();
  await tryNode(httpRequestNode, config, { ports, triggerData, scope: { env: { KEY: 's3cret' } } });
  return requests[0];
}

/** Runs a node that fails on an error status, with a response that has this status. */
const answered = (status: number) =>
  tryNode(httpRequestNode, { url: URL, failOnStatus: true }, anotherSystem({ status }));

describe('http_request', () => {
  it.each<[string, JsonObject, Partial<HttpPortRequest>]>([
    [
      'GET by default, without an idempotency key',
      {},
      { method: 'GET', headers: {}, followRedirects: false },
    ],
    ['an idempotency key with POST', { method: 'POST' }, { headers: { 'idempotency-key': KEY } }],
    ['an idempotency key with DELETE', { method: 'DELETE' }, { headers: { 'idempotency-key': KEY } }],
    ['no idempotency key with HEAD', { method: 'HEAD' }, { headers: {} }],
    ['no idempotency key with OPTIONS', { method: 'OPTIONS' }, { headers: {} }],
    [
      "the user's own idempotency key",
      { method: 'POST', headers: { 'Idempotency-Key': 'mine' } },
      { headers: { 'idempotency-key': 'mine' } },
    ],
    [
      'JSON',
      { method: 'PUT', body: { room: '{{ triggerData.room }}', at: [1] } },
      {
        body: '{"room":7,"at":[1]}',
        headers: { 'idempotency-key': KEY, 'content-type': 'application/json' },
      },
    ],
    [
      'the value of a template as JSON',
      { method: 'PUT', body: '{{ triggerData }}' },
      { body: '{"room":7}', headers: { 'idempotency-key': KEY, 'content-type': 'application/json' } },
    ],
    [
      'a text unchanged',
      { method: 'PUT', body: 'room={{ triggerData.room }}' },
      { body: 'room=7', headers: { 'idempotency-key': KEY, 'content-type': 'text/plain;charset=UTF-8' } },
    ],
    [
      'the content type that the user sets',
      { method: 'PUT', body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      {
        body: 'a=1',
        headers: { 'idempotency-key': KEY, 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'headers with templates',
      { headers: { authorization: 'Bearer {{ env.KEY }}' } },
      { headers: { authorization: 'Bearer s3cret' } },
    ],
    ['a request that follows redirects if configured', { followRedirects: true }, { followRedirects: true }],
    ['an address with templates', { url: `${URL}/{{ triggerData.room }}` }, { url: `${URL}/7` }],
  ])('sends %s', async (_, config, expected) => {
    expect(await sent({ url: URL, ...config }, { room: 7 })).toMatchObject(expected);
  });

  it.each<JsonObject>([{}, { body: null }, { body: '' }, { method: 'POST', body: null }])(
    'sends no body for %j',
    async (config) => {
      expect(await sent({ url: URL, ...config })).not.toHaveProperty('body');
    },
  );

  it('passes its abort signal to the request', async () => {
    const { requests, ports } = anotherSystem();
    const { signal } = new AbortController();
    await tryNode(httpRequestNode, { url: URL }, { ports, signal });
    expect(requests[0]?.signal).toBe(signal);
  });

  it.each<[string, Partial<HttpPortResponse>, unknown]>([
    [
      'JSON parsed',
      { headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{"a":1}' },
      { a: 1 },
    ],
    [
      'JSON of another media type',
      { headers: { 'content-type': 'application/problem+json' }, body: '[1]' },
      [1],
    ],
    ['null for an empty JSON body', { headers: { 'content-type': 'application/json' } }, null],
    ['broken JSON as text', { headers: { 'content-type': 'application/json' }, body: '{' }, '{'],
    ['text as text', { headers: { 'content-type': 'text/plain' }, body: '{"a":1}' }, '{"a":1}'],
    ['a body without a content type as text', { body: '1' }, '1'],
    ['the body of an error status', { status: 503, body: 'later' }, 'later'],
  ])('returns %s', async (_, answer, body) => {
    const { outcome } = await tryNode(httpRequestNode, { url: URL }, anotherSystem(answer));
    const { status = 200, headers = {} } = answer;
    expect(outcome).toEqual({ kind: 'done', output: { status, headers, body } });
  });

  describe('with failOnStatus', () => {
    it.each([200, 302, 399])('accepts %d', async (status) => {
      expect((await answered(status)).outcome).toMatchObject({ kind: 'done', output: { status } });
    });

    it.each([400, 404, 500, 599])('fails for %d', async (status) => {
      await expect(answered(status)).rejects.toMatchObject({ code: 'http_status' });
    });
  });

  it('fails if no response arrives', async () => {
    const error = new DomainError('upstream_timeout', 'http_timeout', 'No answer came.');
    await expect(tryNode(httpRequestNode, { url: URL }, anotherSystem(error))).rejects.toBe(error);
  });

  it.each<[string, JsonObject, string]>([
    ['a header of two lines', { headers: { 'x-a': '{{ "1\\r\\nHost: internal" }}' } }, 'header_invalid'],
    ['a body with GET', { body: '{{ "text" }}' }, 'body_not_allowed'],
    ['a header that is null', { headers: { 'x-a': '{{ triggerData.missing }}' } }, 'config_invalid'],
    ['an unknown method', { method: '{{ "BREW" }}' }, 'config_invalid'],
    ['an address that is not a text', { url: '{{ [1] }}' }, 'config_invalid'],
  ])('sends nothing for %s', async (_, config, code) => {
    const { requests, ports } = anotherSystem();
    const run = tryNode(httpRequestNode, { url: URL, ...config }, { ports });
    await expect(run).rejects.toMatchObject({ code });
    expect(requests).toEqual([]);
  });

  it('does not log the query, which may contain keys', async () => {
    const { logs } = await tryNode(httpRequestNode, { url: `${URL}?key=s3cret#s3cret` }, anotherSystem());
    expect(logs).toEqual([`GET ${URL} was answered 200.`]);
  });

  it('sends only requests that read in a dry run', async () => {
    const runs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) =>
      httpRequestNode.runsInDryRun?.({ url: URL, method }),
    );
    expect(runs).toEqual(['GET', 'HEAD']);
    const config = { url: `${URL}?key=s3cret`, method: 'POST', body: {} };
    expect(await rehearseNode(httpRequestNode, config, anotherSystem())).toEqual({
      output: { status: 200, headers: {}, body: null },
      logs: [`Would have sent POST ${URL}.`],
    });
  });

  it.each<[string, JsonObject, string[]]>([
    ['an address', {}, []],
    ['an address that begins with a template', { url: '{{ env.HOST }}/rooms' }, []],
    ['another scheme', { url: 'file:///etc/passwd' }, ['url']],
    ['a path without a host', { url: '/rooms' }, ['url']],
    ['a body of GET', { body: { a: 1 } }, ['body']],
    ['a body of POST', { method: 'POST', body: { a: 1 } }, []],
    ['a header with a template', { headers: { 'x-a': '{{ env.A }}' } }, []],
    ['a header of two lines', { headers: { 'x-a': '1\r\nb: 2' } }, ['headers.x-a']],
    ['an invalid header name', { headers: { 'x a': '1' } }, ['headers.x a']],
  ])('is checked when it is saved: %s', (_, config, paths) => {
    const problems = httpRequestNode.check?.({ url: URL, ...config }) ?? [];
    expect(problems.map(({ path }) => path)).toEqual(paths);
  });
});
