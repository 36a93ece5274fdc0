import { executionStatusChanged } from '@app/contracts';
import { EventBus } from '@app/events';
import { WebhookAnswersService } from '@app/domain';
import { ANSWER_MS, WorkflowAnswersService } from '@app/domain/testing';
import { WebhookAnswerEntity, type WorkflowEntity } from '@app/entities';
import { currentRequest, runInRequest } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { chain, set } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import type { GuardedApi } from '../factories/guarded-api';
import { WebhookApi } from '../factories/webhook-api';
import { waitFor } from '../harness';

/** Longer than the time limit of a test. */
const NEVER_MS = 3_600_000;
const taken = { status: 202, text: expect.stringMatching(/^{"executionId":"[0-9a-f-]{36}"}$/) };

describe('the answer of a workflow to the caller of its webhook', () => {
  let webhooks: WebhookApi;
  let shop: ExecutionWorkshop;

  beforeAll(async () => {
    webhooks = await WebhookApi.start({ LIMIT_WEBHOOK_CALLERS: 3 });
    const { app, database, environment } = webhooks.api;
    const answers = new WorkflowAnswersService(database.dataSource, app.get(EventBus), environment);
    // The api finds an answer only if an event notifies it.
    app.get(WebhookAnswersService).checkMs = ANSWER_MS;
    shop = new ExecutionWorkshop(database, { clock: webhooks.clock, ports: { answers } });
    // Notify the api of the end of an execution, as a worker does.
    shop.dispatcher.onChange((executionId, status) => {
      app.get(EventBus).publish(executionStatusChanged, { workflowId: '', executionId, status });
    });
  });
  afterAll(async () => {
    shop.close();
    await webhooks.stop();
  });

  const responding = (config: JsonObject, more = {}) =>
    webhooks.webhook({}, { definition: chain({ ...more, answer: { type: 'respond', config } }) });
  const send = (
    workflow: WorkflowEntity,
    { key, api = webhooks.api, ...rest }: RequestInit & { key?: string; api?: GuardedApi } = {},
  ) =>
    api.send(`/webhook/${workflow.webhookSlug}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-webhook-secret': workflow.webhookSecret,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: '{"id":7}',
      ...rest,
    });
  const accepted = (workflow: WorkflowEntity, count = 1) =>
    waitFor(
      async () => {
        const found = await webhooks.executionsOf(workflow);
        return found.length >= count ? found.map(({ id }) => id) : null;
      },
      { what: 'the execution' },
    );
  /** Sends a delivery to a webhook, and runs the execution. */
  const answerOf = async (workflow: WorkflowEntity) => {
    const sinceMs = performance.now();
    const answer = send(workflow);
    const refused = answer.then(({ status, text }) => {
      throw new Error(`The delivery was answered before its execution ran: ${status} ${text}`);
    });
    const [id = ''] = await Promise.race([accepted(workflow), refused]);
    await shop.run(id);
    const { status, headers, text } = await answer;
    return { status, headers, text, id, ms: performance.now() - sinceMs };
  };

  it('the webhook answer has the configured status, headers and JSON body, and arrives at once', async () => {
    const workflow = await responding({
      status: 201,
      headers: { 'X-Total': '{{ triggerData.id }}', 'Cache-Control': 'no-store' },
      body: { got: '{{ triggerData.id }}', 名: '值' },
    });
    const answer = await answerOf(workflow);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([201, { got: 7, 名: '值' }]);
    expect(answer.headers.get('x-total')).toBe('7');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.ms).toBeLessThan(ANSWER_MS);
    const { nodeResults } = await shop.detail(workflow.id, answer.id);
    expect(nodeResults.at(-1)).toMatchObject({ output: { status: 201, body: { got: 7 }, sent: true } });
  });

  it('the webhook answer cannot run scripts in a browser, even if it is an HTML page', async () => {
    const page = '<script>alert(document.domain)</script>';
    const workflow = await responding({ status: 200, headers: { 'content-type': 'text/html' }, body: page });
    const { text, headers } = await answerOf(workflow);
    expect(text).toBe(page);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    [{ status: 204 }, ''],
    [{ status: 204, body: 'x' }, ''],
    [{ status: 409, body: 'busy' }, 'busy'],
    [{ status: 503 }, ''],
  ])('the webhook answer can have any status: %j', async (config, body) => {
    const { status, text } = await answerOf(await responding(config));
    expect([status, text]).toEqual([config.status, body]);
  });

  it('the webhook answer is the usual 202 if the database fails while the caller waits', async () => {
    const workflow = await responding({ status: 200 });
    const { manager } = webhooks.api.app.get(DataSource);
    const failing = jest.spyOn(manager, 'findOneBy').mockRejectedValue(new Error('The line is broken.'));
    const left = new AbortController();
    const answer = webhooks.api.app.get(WebhookAnswersService).waitFor(workflow.id, left.signal, 1);
    await expect(answer).resolves.toBeNull();
    expect(failing).toHaveBeenCalled();
    failing.mockRestore();
  });

  it('the webhook answer is the usual 202 if the execution ends without an answer', async () => {
    const skipped = {
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'never', type: 'condition', config: { expression: 'false' } },
        { id: 'answer', type: 'respond', config: { status: 200 } },
      ],
      edges: [
        { id: '1', source: 'start', target: 'never' },
        { id: '2', source: 'never', target: 'answer', label: 'true' },
      ],
    };
    const answer = await answerOf(await webhooks.webhook({}, { definition: skipped }));
    expect(answer).toMatchObject(taken);
    expect(answer.ms).toBeLessThan(ANSWER_MS);
    expect(
      await answerOf(await responding({ status: 200 }, { bad: set('x', '{{ null.x }}') })),
    ).toMatchObject(taken);
  });

  it('the webhook answer is 202 at once for a workflow without a respond node', async () => {
    const workflow = await webhooks.webhook({}, { definition: chain({ x: set('x', 1) }) });
    expect(await send(workflow)).toMatchObject(taken);
  });

  it('the webhook answer is the same for a repeated delivery during or after the execution', async () => {
    const workflow = await responding({ status: 200, body: '{{ triggerData }}' });
    const answers = [send(workflow, { key: 'k1' }), send(workflow, { key: 'k1' })];
    const [id = ''] = await accepted(workflow);
    await shop.run(id);
    answers.push(send(workflow, { key: 'k1' }));
    for (const { status, text } of await Promise.all(answers))
      expect([status, text]).toEqual([200, '{"id":7}']);
    expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
  });

  it('the webhook answer is the first one if several nodes answer', async () => {
    const workflow = await responding(
      { status: 500, body: 'second' },
      { first: { type: 'respond', config: { status: 200, body: 'first' } } },
    );
    const { status, text, id } = await answerOf(workflow);
    expect([status, text]).toEqual([200, 'first']);
    const { nodeResults } = await shop.detail(workflow.id, id);
    expect(nodeResults.map(({ output }) => (output as { sent?: boolean }).sent)).toEqual([
      undefined,
      true,
      false,
    ]);
  });

  it('the webhook answer is not sent if the execution was not started by a webhook', async () => {
    const workflow = await responding({ status: 200 });
    const detail = await shop.execute(workflow);
    expect(detail.nodeResults.at(-1)?.output).toMatchObject({ sent: false });
    const { manager } = webhooks.api.database.dataSource;
    expect(await manager.countBy(WebhookAnswerEntity, { executionId: detail.id })).toBe(0);
  });

  it.each([
    ['set-cookie', 'a=b'],
    ['connection', 'close'],
    ['content-length', '1'],
    ['content-security-policy', "default-src 'self'"],
    ['x-frame-options', 'ALLOW'],
    ['x-a', 'b\r\nset-cookie: a=b'],
    ['x-a', '名'],
  ])('a workflow cannot answer a webhook with the header %s: %j', async (name, value) => {
    const workflow = await responding({ status: 200, headers: { [name]: value } });
    const { id, ...answer } = await answerOf(workflow);
    expect(answer).toMatchObject(taken);
    const { nodeResults } = await shop.detail(workflow.id, id);
    expect(nodeResults.at(-1)?.error).toMatchObject({ code: 'header_invalid' });
  });

  it('the webhook answer is 202 at once if too many callers wait, and callers that disconnect no longer count', async () => {
    const workflow = await responding({ status: 200 });
    const leave = new AbortController();
    const waiting = [1, 2, 3].map(() => send(workflow, { signal: leave.signal }).catch(() => null));
    await accepted(workflow, 3);
    const service = webhooks.api.app.get(WebhookAnswersService);
    await waitFor(() => service.callers === 3, { what: 'the callers' });
    expect(await send(workflow)).toMatchObject(taken);
    leave.abort();
    await Promise.all(waiting);
    await waitFor(() => service.callers === 0, { what: 'the callers to leave' });
  });

  it('the webhook answer is no longer looked up after its caller has left, and nothing is logged', async () => {
    const { id: workflowId, revision } = await responding({ status: 200 });
    const id = await shop.intake.accept({ workflowId, revision, trigger: 'webhook', triggerData: {} });
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const left = new AbortController();
    const answer = runInRequest('request', async () => {
      const waiting = webhooks.api.app.get(WebhookAnswersService).waitFor(id, left.signal);
      Object.assign(currentRequest() ?? {}, { abandoned: true });
      left.abort();
      return waiting;
    });
    expect(await answer).toBeNull();
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('the webhook answer is 202 after the time limit, but is found afterwards if it was stored in the meantime', async () => {
    const workflow = await responding({ status: 200, body: 'late' });
    const id = await shop.intake.accept({
      workflowId: workflow.id,
      revision: workflow.revision,
      trigger: 'webhook',
      triggerData: {},
    });
    const service = webhooks.api.app.get(WebhookAnswersService);
    const { signal } = new AbortController();
    expect(await service.waitFor(id, signal, 1)).toBeNull();
    await shop.run(id);
    expect(await service.waitFor(id, signal, 1)).toMatchObject({ status: 200, body: 'late' });
  });

  it('the webhook answer is 202 over HTTP after the time limit, and a repeated delivery gets the late answer', async () => {
    const workflow = await responding({ status: 200, body: 'late' });
    const service = webhooks.api.app.get(WebhookAnswersService);
    service.answerMs = 1;
    const first = await send(workflow, { key: 'late' });
    service.answerMs = ANSWER_MS;
    const [id = ''] = await accepted(workflow);
    expect([first.status, first.body]).toEqual([202, { executionId: id }]);
    await shop.run(id);
    expect(await send(workflow, { key: 'late' })).toMatchObject({ status: 200, text: 'late' });
    expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
  });

  it('the webhook answer arrives at the callers of two apis, even if another process sends it', async () => {
    const other = await webhooks.api.another();
    const worker = await webhooks.api.another();
    const { database, environment } = webhooks.api;
    try {
      const apis = [webhooks.api, other];
      for (const { app } of [...apis, worker]) {
        await waitFor(() => app.get(EventBus).isConnected, { what: 'the event bus' });
        // An api finds the answer only if an event of the other process notifies it: it never looks by itself.
        Object.assign(app.get(WebhookAnswersService), { checkMs: NEVER_MS, answerMs: NEVER_MS });
      }
      const answers = new WorkflowAnswersService(database.dataSource, worker.app.get(EventBus), environment);
      const remote = new ExecutionWorkshop(database, { clock: webhooks.clock, ports: { answers } });
      const workflow = await responding({ status: 201, body: 'from afar' });
      const sent = apis.map((api) => send(workflow, { key: 'two', api }));
      await waitFor(() => apis.every(({ app }) => app.get(WebhookAnswersService).callers === 1), {
        what: 'a caller at each api',
      });
      const [id = ''] = await accepted(workflow);
      await remote.run(id);
      remote.close();
      for (const { status, text } of await Promise.all(sent))
        expect([status, text]).toEqual([201, 'from afar']);
      expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
    } finally {
      const own = { checkMs: ANSWER_MS, answerMs: ANSWER_MS };
      Object.assign(webhooks.api.app.get(WebhookAnswersService), own);
      await Promise.all([other.app.close(), worker.app.close()]);
    }
  });
});
