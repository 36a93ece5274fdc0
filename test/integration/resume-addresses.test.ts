import { ResumeAddresses, stepKeyOf } from '@app/domain/testing';
import { FixedClock } from '@app/kernel';
import { aWorkflow } from '../factories/a-workflow';
import { declaredTypes } from '../factories/declared-types';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { GuardedApi } from '../factories/guarded-api';
import { waitsService } from '../factories/wait-services';

const NOW = Date.parse('2026-05-01T10:00Z');
const HOUR_MS = 3_600_000;
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const json = (data: unknown): RequestInit => ({
  body: JSON.stringify(data),
  headers: { 'content-type': 'application/json' },
});

/** Returns the value that a variable node has set. */
const valueOf = (output: { value?: unknown } | undefined) => output?.value;

describe('a one-time address', () => {
  const clock = new FixedClock(NOW);
  let api: GuardedApi;
  let shop: ExecutionWorkshop;

  beforeAll(async () => {
    api = await GuardedApi.start(clock, {
      environment: { LIMIT_WEBHOOK_BYTES: 1024 },
    });
    const waits = waitsService(api.database.dataSource, api.environment, clock);
    shop = new ExecutionWorkshop(api.database, { clock, ports: { waits }, environment: api.environment });
  });
  afterAll(async () => {
    shop.close();
    await api.stop();
  });
  beforeEach(() => clock.set(NOW));

  /** Starts an execution, and runs it until it waits for a call. */
  const waiting = async (names: { workflow?: string; node?: string } = {}) => {
    const definition = {
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'wait', type: 'wait_for', name: names.node, config: { call: true, timeoutMs: HOUR_MS } },
        { id: 'out', type: 'variable', config: { name: 'out', value: '{{ nodeOutputs.wait.data }}' } },
      ],
      edges: [
        { id: '1', source: 'start', target: 'wait' },
        { id: '2', source: 'wait', target: 'out', label: 'met' },
      ],
    };
    const workflow = await aWorkflow(api.database.dataSource, {
      name: names.workflow ?? 'Boiler',
      definition,
    });
    const id = await shop.accept(workflow);
    await shop.run(id);
    const run = { frame: '', nodeId: 'wait', visit: 1 };
    return { workflow, id, token: new ResumeAddresses(api.environment).tokenOf(stepKeyOf(id, run)) };
  };
  const call = (method: 'GET' | 'POST', token: string, init: RequestInit = {}) =>
    api.send(`/workflows/resume/${token}`, { method, ...init });
  const dataOf = async ({ workflow, id }: Awaited<ReturnType<typeof waiting>>) => {
    await shop.run(id);
    const { status, nodeResults } = await shop.detail(workflow.id, id);
    return { status, data: valueOf(nodeResults.at(-1)?.output) };
  };

  it('a one-time address shows a page with one button and changes nothing, even if it is opened several times', async () => {
    const run = await waiting();
    for (let times = 0; times < 3; times++) {
      const { status, headers, text } = await call('GET', run.token);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
      expect(text.match(/<form|<button|<script/g)).toEqual(['<form', '<button']);
    }
    expect(await shop.row(run.id)).toMatchObject({ status: 'running', wakes: 0 });
  });

  it.each([
    ['en', 'Continue'],
    ['zh-CN,zh;q=0.9', '继续'],
    ['fr', 'Continue'],
  ])('a one-time address has a page in the language of the browser: %s', async (language, button) => {
    const { token } = await waiting();
    const { text } = await call('GET', token, { headers: { 'accept-language': language } });
    expect(text).toContain(`<button>${button}</button>`);
  });

  it('a one-time address escapes the names of the workflow and the node', async () => {
    const { token } = await waiting({
      workflow: '</main><script>alert(1)</script>',
      node: `"锅炉" & 'co'<b>`,
    });
    const { text } = await call('GET', token);
    expect(text).not.toMatch(/<script|<b>/);
    expect(text).toContain('&#60;/main&#62;&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(text).toContain('&#34;锅炉&#34; &#38; &#39;co&#39;&#60;b&#62;');
  });

  it('a one-time address resumes the execution with the JSON body of a call (202), and refuses a repeated call (409)', async () => {
    const run = await waiting();
    const first = await call('POST', run.token, json({ approved: '是', by: ['ada'] }));
    expect([first.status, JSON.parse(first.text)]).toEqual([202, { success: true }]);
    const again = await call('POST', run.token, json({ approved: 'no' }));
    expect([again.status, JSON.parse(again.text)]).toMatchObject([409, { code: 'already_resumed' }]);
    expect((await call('GET', run.token)).status).toBe(409);
    expect(await dataOf(run)).toEqual({ status: 'success', data: { approved: '是', by: ['ada'] } });
    expect((await call('POST', run.token)).status).toBe(409);
  });

  it('a one-time address resumes the execution by the button of the page, and answers the browser with a page', async () => {
    const run = await waiting();
    const form = {
      headers: { accept: BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    };
    const first = await call('POST', run.token, form);
    expect([first.status, first.headers.get('content-type')]).toEqual([202, 'text/html; charset=utf-8']);
    expect(first.text).toContain('Done.');
    const again = await call('POST', run.token, form);
    expect([again.status, again.text.includes('already been used')]).toEqual([409, true]);
    expect(await dataOf(run)).toEqual({ status: 'success', data: {} });
  });

  it('a one-time address is described in the reference with the media types of its bodies and answers', async () => {
    const path = '/api/workflows/resume/:token';
    const form = {
      headers: { accept: BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'approved=true',
    };
    const run = await waiting();
    const page = [await call('GET', run.token)];
    const resumed = [
      await call('POST', run.token, form),
      await call('POST', (await waiting()).token, json({ approved: true })),
    ];
    expect(await dataOf(run)).toEqual({ status: 'success', data: { approved: 'true' } });
    for (const token of [run.token, 'unknown']) {
      page.push(await call('GET', token));
      resumed.push(await call('POST', token, form), await call('POST', token));
    }
    for (const [method, answers] of [
      ['GET', page],
      ['POST', resumed],
    ] as const) {
      const declared = declaredTypes(api.app, method, path);
      const seen: Record<string, string[]> = {};
      for (const { status, headers } of answers) {
        const type = headers.get('content-type')?.split(';')[0] ?? '';
        seen[status] = [...(seen[status] ?? []), type].toSorted();
      }
      expect(declared.answers).toMatchObject(seen);
      expect(declared.body).toEqual(
        method === 'GET' ? [] : ['application/json', 'application/x-www-form-urlencoded'],
      );
    }
  });

  it.each([`rt_${'A'.repeat(43)}`, 'x', 'rt_%F0%9F%94%A5'])(
    'a one-time address that is unknown gets 404: %s',
    async (token) => {
      expect((await call('GET', token)).status).toBe(404);
      expect((await call('POST', token, json({}))).status).toBe(404);
      expect((await call('POST', token, { headers: { accept: BROWSER } })).status).toBe(404);
    },
  );

  it('a one-time address that is not a valid path gets 400', async () => {
    expect((await call('GET', '%00')).status).toBe(400);
    expect((await call('POST', 'a'.repeat(4000))).status).toBe(400);
  });

  it('a one-time address responds with 409 after its time limit, and refuses a body that is too large, malformed or of an unsupported type', async () => {
    const run = await waiting();
    expect((await call('POST', run.token, json('x'.repeat(2000)))).status).toBe(413);
    expect((await call('POST', run.token, { ...json(0), body: '{' })).status).toBe(400);
    expect(
      (await call('POST', run.token, { body: 'x', headers: { 'content-type': 'text/csv' } })).status,
    ).toBe(415);
    expect((await shop.row(run.id)).wakes).toBe(0);
    clock.advance(HOUR_MS);
    const late = await call('POST', run.token);
    expect([late.status, JSON.parse(late.text)]).toMatchObject([409, { code: 'wait_timed_out' }]);
    expect((await call('GET', run.token)).status).toBe(409);
  });
});
