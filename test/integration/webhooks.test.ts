import { IdempotencyKeyEntity, WorkflowEntity, WorkflowExecutionEntity } from '@app/entities';
import { newId } from '@app/kernel';
import { DataSource } from 'typeorm';
import { WebhooksService, WorkflowsService } from '@app/domain';
import { Logger } from '@nestjs/common';
import { WebhookApi } from '../factories/webhook-api';

const DAY_MS = 86_400_000;
const taken = { status: 202, body: { executionId: expect.stringMatching(/^[0-9a-f-]{36}$/) } };

let webhooks: WebhookApi;

beforeAll(async () => {
  webhooks = await WebhookApi.start();
});
afterAll(() => webhooks.stop());

describe('a delivery to a webhook', () => {
  it('a delivery starts an execution of the current revision if it has the right slug and secret', async () => {
    const workflow = await webhooks.webhook({}, { revision: 7 });
    const answer = await webhooks.deliverRightly(workflow, { zone: 'north', temperature: 23.5 });
    expect(answer).toMatchObject(taken);
    expect(await webhooks.executionsOf(workflow)).toEqual([
      {
        id: answer.body.executionId,
        workflowId: workflow.id,
        revision: 7,
        request: { method: 'POST', headers: expect.any(Object), query: {} },
        triggerData: { zone: 'north', temperature: 23.5 },
      },
    ]);
  });

  it('a delivery is stored as a running execution with the request id when the response is sent', async () => {
    const workflow = await webhooks.webhook();
    const { body } = await webhooks.deliverRightly(workflow, {}, { 'x-request-id': 'delivery-1' });
    const row = await webhooks.api.database.dataSource.manager.findOneByOrFail(WorkflowExecutionEntity, {
      id: String(body.executionId),
    });
    expect(row).toMatchObject({
      status: 'running',
      trigger: 'webhook',
      requestId: 'delivery-1',
      startedAt: webhooks.clock.now(),
      dueAt: webhooks.clock.now(),
      finishedAt: null,
    });
  });

  it('a delivery to a cached workflow needs only one query, which is the write', async () => {
    const workflow = await webhooks.webhook();
    await webhooks.deliverRightly(workflow);
    const queries = jest.spyOn(webhooks.api.app.get(DataSource).manager, 'query');
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(taken);
    expect(queries.mock.calls).toEqual([
      [expect.stringMatching(/^INSERT INTO workflow_execution /), expect.anything()],
    ]);
    queries.mockRestore();
  });

  it.each<[string, Partial<WorkflowEntity>, number]>([
    ['is disabled', { enabled: false }, 409],
    ['has another secret', { webhookSecret: 'another-secret-of-this-webhook' }, 401],
    ['allows only other addresses', { triggerConfig: { allowedIps: ['192.0.2.1'] } }, 403],
    ['has another type of trigger', { triggerType: 'manual' }, 404],
    ['has another webhook address', { webhookSlug: 'another-address' }, 404],
  ])(
    'a delivery is refused as soon as the workflow %s, even by a process that has cached the workflow',
    async (_what, change, status) => {
      const workflow = await webhooks.webhook();
      expect(await webhooks.deliverRightly(workflow)).toMatchObject(taken);
      await webhooks.change(workflow, change);
      const answers = await Promise.all(Array.from({ length: 5 }, () => webhooks.deliverRightly(workflow)));
      expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status));
      expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
    },
  );

  it.each<[string, (number: number) => Record<string, string>]>([
    ['', () => ({})],
    [', with a key', (number) => ({ 'idempotency-key': `key-${number}` })],
  ])(
    'a delivery is accepted or refused according to the state that the workflow has when the body has arrived%s',
    async (_how, headers) => {
      const workflow = await webhooks.webhook();
      const bytes = Buffer.from('{"temperature": 20}');
      let deliveries = 0;
      const deliver = (before: () => Promise<unknown>) =>
        webhooks.api.app.get(WebhooksService).deliverTo(workflow.webhookSlug, {
          address: null,
          method: 'POST',
          query: {},
          repeated: new Set(),
          headers: { 'x-webhook-secret': workflow.webhookSecret, ...headers(++deliveries) },
          body: async () => {
            await before();
            return { bytes, data: () => JSON.parse(bytes.toString()) as unknown };
          },
        });
      const disabled = deliver(() => webhooks.change(workflow, { enabled: false }));
      await expect(disabled).rejects.toMatchObject({ code: 'workflow_disabled' });
      await webhooks.change(workflow, { enabled: true });
      let revision = workflow.revision;
      const revised = deliver(
        () => (revision < 3 ? webhooks.change(workflow, { revision: ++revision }) : null) as never,
      );
      expect(await revised).toEqual({ executionId: expect.any(String), mayAnswer: false });
      expect(await webhooks.executionsOf(workflow)).toMatchObject([{ revision: 3 }]);
      const always = deliver(() => webhooks.change(workflow, { revision: ++revision }));
      await expect(always).rejects.toMatchObject({ code: 'workflow_changing' });
    },
  );

  it('a delivery is accepted without an answer of the workflow if the definition cannot be read, and the log has the reason', async () => {
    const workflow = await webhooks.webhook();
    const { app } = webhooks.api;
    const unreachable = new Error('Connection terminated');
    jest.spyOn(app.get(WorkflowsService), 'readForExecution').mockRejectedValueOnce(unreachable);
    const log = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(taken);
    expect(log.mock.calls).toEqual([
      [{ err: unreachable, workflowId: workflow.id }, 'The definition of a webhook could not be read'],
    ]);
    log.mockRestore();
  });

  it('a delivery is refused as soon as the workflow is deleted', async () => {
    const workflow = await webhooks.webhook();
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(taken);
    const { manager } = webhooks.api.database.dataSource;
    await manager.delete(WorkflowExecutionEntity, { workflowId: workflow.id });
    await manager.delete(WorkflowEntity, { id: workflow.id });
    expect((await webhooks.deliverRightly(workflow)).status).toBe(404);
  });

  it('a delivery is accepted as soon as the workflow allows it, even by a process that has cached the former state', async () => {
    const workflow = await webhooks.webhook({ allowedIps: ['192.0.2.1'] }, { enabled: false });
    expect((await webhooks.deliverRightly(workflow)).status).toBe(403);
    await webhooks.change(workflow, { triggerConfig: {} });
    expect((await webhooks.deliverRightly(workflow)).status).toBe(409);
    await webhooks.change(workflow, { enabled: true, revision: 9 });
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(taken);
    expect(await webhooks.executionsOf(workflow)).toMatchObject([{ revision: 9 }]);
  });

  it.each<[string, (id: string) => { headers: Record<string, string>; body: unknown }]>([
    ['the header X-Webhook-Id', (id) => ({ headers: { 'x-webhook-id': id }, body: [1, 2] })],
    ['webhookId in its body', (id) => ({ headers: {}, body: { webhookId: id, temperature: 20 } })],
    [
      'the header, which takes precedence over the body',
      (id) => ({ headers: { 'x-webhook-id': id }, body: { webhookId: 'another' } }),
    ],
  ])('a delivery can name its webhook by %s', async (_how, addressed) => {
    const workflow = await webhooks.webhook();
    const { headers, body } = addressed(workflow.webhookId);
    const secret = { 'x-webhook-secret': workflow.webhookSecret };
    expect(await webhooks.send('/webhook', { ...headers, ...secret }, body)).toMatchObject(taken);
    expect(await webhooks.executionsOf(workflow)).toMatchObject([{ triggerData: body }]);
  });

  it.each<[string, string, unknown]>([
    ['an object', '{"a":{"b":[1,null]}}', { a: { b: [1, null] } }],
    ['a list', '[1,"two"]', [1, 'two']],
    ['a number', '12.5', 12.5],
    ['text', '"Süd 🌡"', 'Süd 🌡'],
    ['null', 'null', null],
    ['nothing', '', {}],
  ])('a delivery can contain %s', async (_what, body, triggerData) => {
    const workflow = await webhooks.webhook();
    expect(await webhooks.deliverRightly(workflow, body)).toMatchObject(taken);
    expect(await webhooks.executionsOf(workflow)).toMatchObject([{ triggerData }]);
  });

  it.each(['application/json; charset=utf-8', 'application/cloudevents+json'])(
    'a delivery can have the content type %s',
    async (contentType) => {
      const workflow = await webhooks.webhook();
      const answer = await webhooks.deliverRightly(workflow, {}, { 'content-type': contentType });
      expect(answer).toMatchObject(taken);
    },
  );

  describe('with a signature', () => {
    // The signature covers the bytes as they are sent, including the blanks in the body.
    const body = '{ "zone":"Süd",  "temperature": 23.50 }';

    it('a signed delivery from a Standard Webhooks library is accepted', async () => {
      const workflow = await webhooks.webhook();
      const headers = webhooks.signed(workflow.webhookSecret, body);
      expect(await webhooks.deliver(workflow, headers, body)).toMatchObject(taken);
      expect(await webhooks.executionsOf(workflow)).toMatchObject([
        { triggerData: { zone: 'Süd', temperature: 23.5 } },
      ]);
    });

    it("a signed delivery is accepted if the body contains the webhook's id", async () => {
      const workflow = await webhooks.webhook();
      const addressed = JSON.stringify({ webhookId: workflow.webhookId });
      const headers = webhooks.signed(workflow.webhookSecret, addressed);
      expect(await webhooks.send('/webhook', headers, addressed)).toMatchObject(taken);
    });

    it('a signed delivery is accepted if the sender signs with the former and with the current secret during a change', async () => {
      const workflow = await webhooks.webhook();
      const headers = webhooks.signed(workflow.webhookSecret, body);
      const former = webhooks.signed(`whsec_${'A'.repeat(43)}=`, body)['webhook-signature'];
      const both = { ...headers, 'webhook-signature': `${former} ${headers['webhook-signature']}` };
      expect(await webhooks.deliver(workflow, both, body)).toMatchObject(taken);
    });
  });

  it('a delivery is refused while an execution of a workflow in mode single runs, and is accepted later with the same id', async () => {
    const workflow = await webhooks.webhook({}, { mode: 'single' });
    const body = '{}';
    const signed = (id: string) => webhooks.signed(workflow.webhookSecret, body, { id });
    const deliver = (id: string) => webhooks.deliver(workflow, signed(id), body);
    const first = await deliver('msg_first');
    expect(first).toMatchObject(taken);
    const busy = { status: 409, body: { code: 'workflow_busy' } };
    expect(await deliver('msg_second')).toMatchObject(busy);
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(busy);
    expect((await deliver('msg_first')).body).toEqual(first.body);
    await webhooks.api.database.dataSource.manager.update(
      WorkflowExecutionEntity,
      { workflowId: workflow.id },
      { status: 'success', finishedAt: webhooks.clock.now(), dueAt: null },
    );
    const second = await deliver('msg_second');
    expect(second).toMatchObject(taken);
    expect((await deliver('msg_second')).body).toEqual(second.body);
    expect(await webhooks.executionsOf(workflow)).toMatchObject([
      { id: first.body.executionId },
      { id: second.body.executionId },
    ]);
  });

  it('a delivery is refused with 429 if a hundred executions of a workflow in mode queued are waiting', async () => {
    const workflow = await webhooks.webhook({}, { mode: 'queued' });
    const first = await webhooks.deliverRightly(workflow);
    const { manager } = webhooks.api.database.dataSource;
    const id = String(first.body.executionId);
    const running = await manager.findOneByOrFail(WorkflowExecutionEntity, { id });
    const waiting = Array.from({ length: 99 }, (_, index) =>
      Object.assign(new WorkflowExecutionEntity(), running, {
        id: newId(),
        triggerData: '{}',
        serialNumber: 2 + index,
        startedAt: null,
        dueAt: null,
      }),
    );
    await manager.insert(WorkflowExecutionEntity, waiting);
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(taken);
    expect(await webhooks.deliverRightly(workflow)).toMatchObject({
      status: 429,
      body: { code: 'workflow_queue_full' },
    });
    expect(await webhooks.executionsOf(workflow)).toHaveLength(101);
  });

  it('a delivery is handled according to the current mode, even if the workflow is cached', async () => {
    const workflow = await webhooks.webhook();
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(taken);
    await webhooks.change(workflow, { mode: 'single' });
    expect(await webhooks.deliverRightly(workflow)).toMatchObject({ status: 409 });
    await webhooks.change(workflow, { enabled: false });
    expect(await webhooks.deliverRightly(workflow)).toMatchObject({ body: { code: 'workflow_disabled' } });
  });
});

describe('a repeated delivery', () => {
  it('a repeated delivery gets the first response and starts no execution', async () => {
    const workflow = await webhooks.webhook();
    const body = '{"n":1}';
    const first = await webhooks.deliver(workflow, webhooks.signed(workflow.webhookSecret, body), body);
    // Senders sign each retry again with the current time.
    webhooks.clock.advance(3_600_000);
    const again = await webhooks.deliver(workflow, webhooks.signed(workflow.webhookSecret, body), body);
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
  });

  it('a repeated delivery starts only one execution if it is sent twenty times concurrently', async () => {
    const workflow = await webhooks.webhook();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => webhooks.deliverRightly(workflow, {}, { 'webhook-id': 'msg_20' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.executionId)).size).toBe(1);
    expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
  });

  it.each([
    ['by its webhook-id', 'webhook-id', 202],
    ['by its Idempotency-Key', 'idempotency-key', 409],
  ])(
    'a repeated delivery is recognized %s even if its body differs (header %s), and then gets the status %i',
    async (_how, header, status) => {
      const workflow = await webhooks.webhook();
      const headers = { [header]: 'a-key' };
      const first = await webhooks.deliverRightly(workflow, { n: 1 }, headers);
      expect(await webhooks.deliverRightly(workflow, { n: 1 }, headers)).toMatchObject({ body: first.body });
      expect(await webhooks.deliverRightly(workflow, { n: 2 }, headers)).toMatchObject({ status });
      expect(await webhooks.executionsOf(workflow)).toMatchObject([{ triggerData: { n: 1 } }]);
    },
  );

  it('a repeated delivery counts as a new delivery at another webhook, with another kind of key, and after a day', async () => {
    const [one, other] = [await webhooks.webhook(), await webhooks.webhook()];
    const byId = { 'webhook-id': 'same' };
    const ids = [
      await webhooks.deliverRightly(one, {}, byId),
      await webhooks.deliverRightly(other, {}, byId),
      await webhooks.deliverRightly(one, {}, { 'idempotency-key': 'same' }),
    ];
    webhooks.clock.advance(DAY_MS - 1);
    const within = await webhooks.deliverRightly(one, {}, byId);
    expect(within.body).toEqual(ids[0]?.body);
    webhooks.clock.advance(2);
    ids.push(await webhooks.deliverRightly(one, {}, byId));
    expect(new Set(ids.map(({ body }) => body.executionId)).size).toBe(4);
  });

  it('a refused delivery stores no key', async () => {
    const workflow = await webhooks.webhook();
    await webhooks.deliver(workflow, { 'x-webhook-secret': 'wrong', 'webhook-id': 'foreign' });
    const rows = await webhooks.api.database.dataSource.manager.countBy(IdempotencyKeyEntity, {
      requestKey: 'id:foreign',
    });
    expect(rows).toBe(0);
    expect(await webhooks.deliverRightly(workflow, {}, { 'webhook-id': 'foreign' })).toMatchObject(taken);
  });

  it.each(['', 'with space', 'x'.repeat(201)])(
    'a repeated delivery is refused if the key is invalid (%j)',
    async (key) => {
      const workflow = await webhooks.webhook();
      const answer = await webhooks.deliverRightly(workflow, {}, { 'idempotency-key': key });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'idempotency-key' }] } });
    },
  );
});
