import { createHmac } from 'node:crypto';
import type { TriggerInput, WorkflowChanges, WorkflowEditingService, WorkflowsService } from '@app/domain';
import { AuditEntryEntity, WorkflowEntity, WorkflowRevisionEntity } from '@app/entities';
import { Actor, FixedClock, SECRET_MASK } from '@app/kernel';
import type { Json } from '@app/workflow-engine';
import { workflowInput } from '../factories/workflow-inputs';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { refusal, workflowServices } from '../factories/workflow-services';

const NOW = Date.parse('2026-05-01T10:30Z');
const ada = Actor.user(7, 'engineer', 'ada');

const webhook = (config: TriggerInput['config'] = {}): WorkflowChanges => ({
  trigger: { type: 'webhook', config },
});

describe('workflows with a webhook', () => {
  const clock = new FixedClock(NOW);
  const environment = testEnvironment();
  let database: TestDatabase;
  let editing: WorkflowEditingService;
  let workflows: WorkflowsService;

  beforeAll(async () => {
    database = await openDatabase();
    ({ editing, workflows } = await workflowServices(database.dataSource, environment, clock));
  });
  afterAll(() => database.drop());

  const manager = () => database.dataSource.manager;
  const rowOf = (id: string) => manager().findOneByOrFail(WorkflowEntity, { id });
  const revisionsOf = (workflowId: string) =>
    manager().find(WorkflowRevisionEntity, { where: { workflowId }, order: { revision: 'ASC' } });
  const secretOf = async (id: string) => (await rowOf(id)).webhookSecret;
  const entriesOf = (id: string) =>
    manager().find(AuditEntryEntity, { where: { target: `workflow ${id}` }, order: { id: 'ASC' } });

  it('workflows with a webhook show their secret only when they are created', async () => {
    const made = await editing.create(ada, workflowInput(webhook()));
    const secret = await secretOf(made.id);
    expect(made).toMatchObject({ webhookSecret: secret, trigger: { config: { secret } } });
    for (const shown of [
      await workflows.find(ada, made.id),
      await editing.change(ada, made.id, { name: 'Other' }),
      ...(await workflows.list({ page: 1, limit: 200 })).items,
    ]) {
      expect(JSON.stringify(shown)).not.toContain(secret);
      expect(shown).toMatchObject({ webhookSecret: SECRET_MASK });
    }
    expect((await workflows.find(ada, made.id)).trigger.config).toEqual({ secret: SECRET_MASK });
  });

  it.each<[string, TriggerInput['config']]>([
    ['undefined', undefined],
    ['null', { secret: null }],
  ])(
    'workflows with a webhook show a new secret once if the trigger becomes a webhook with the secret %s',
    async (_, config) => {
      const made = await editing.create(ada, workflowInput());
      const after = await editing.change(ada, made.id, { trigger: { type: 'webhook', config } });
      const secret = await secretOf(made.id);
      expect(secret).not.toBe(made.webhookSecret);
      expect(after).toMatchObject({ webhookSecret: secret, trigger: { config: { secret } } });
      const later = await editing.change(ada, made.id, { name: 'Other', ...webhook() });
      expect(later).toMatchObject({ webhookSecret: SECRET_MASK });
      // Change the trigger to another type and back, so that the webhook gets a new secret.
      await editing.change(ada, made.id, { trigger: { type: 'manual' } });
      const back = await editing.change(ada, made.id, webhook());
      expect(back.webhookSecret).not.toBe(secret);
      expect(back.webhookSecret).not.toBe(SECRET_MASK);
    },
  );

  it('workflows keep the secret and do not show it if their trigger becomes a webhook with a masked secret', async () => {
    const made = await editing.create(ada, workflowInput());
    const after = await editing.change(ada, made.id, webhook({ secret: SECRET_MASK }));
    expect(after).toMatchObject({ webhookSecret: SECRET_MASK });
    expect(await secretOf(made.id)).toBe(made.webhookSecret);
  });

  it('workflows with a webhook store the secret in neither revisions nor logs', async () => {
    const own = 'an own secret'.padEnd(20, '!').replaceAll(' ', '-');
    const made = await editing.create(ada, workflowInput(webhook({ secret: own })));
    await editing.change(ada, made.id, webhook({ secret: null, allowedIps: ['::1'] }));
    const text = JSON.stringify([await revisionsOf(made.id), await entriesOf(made.id)]);
    expect(text).not.toContain(own);
    expect(text).not.toContain(await secretOf(made.id));
  });

  it.each<[string, TriggerInput['config']]>([
    ['left out', {}],
    ['the mask', { secret: SECRET_MASK }],
  ])('workflows with a webhook keep the secret if it is %s', async (_, config) => {
    const made = await editing.create(ada, workflowInput(webhook()));
    const after = await editing.change(ada, made.id, webhook(config));
    expect(after).toMatchObject({ webhookSecret: SECRET_MASK, revision: 1 });
    expect(await secretOf(made.id)).toBe(made.webhookSecret);
  });

  it.each<[string, string | null, RegExp]>([
    ['null', null, /^whsec_/],
    ['a given text', 'sixteen-letters!', /^sixteen-letters!$/],
    [
      'a given Standard Webhooks secret',
      'whsec_MDEyMzQ1Njc4OWFiY2RlZg==',
      /^whsec_MDEyMzQ1Njc4OWFiY2RlZg==$/,
    ],
  ])('workflows with a webhook replace the secret if it is %s', async (_, given, form) => {
    const made = await editing.create(ada, workflowInput(webhook()));
    const after = await editing.change(ada, made.id, webhook({ secret: given }));
    const secret = await secretOf(made.id);
    expect(secret).not.toBe(made.webhookSecret);
    expect(secret).toMatch(form);
    expect(after).toMatchObject({ webhookSecret: secret, revision: 2, trigger: { config: { secret } } });
    expect((await entriesOf(made.id)).at(-1)?.after).toBe('{"webhookSecret":"********"}');
  });

  it('workflows with a webhook refuse an invalid secret, and keep their secret', async () => {
    const refused = { details: [{ path: 'trigger.config.secret' }] };
    const made = await editing.create(ada, workflowInput(webhook()));
    const given = webhook({ secret: 'short' });
    expect(await refusal(editing.change(ada, made.id, given))).toMatchObject(refused);
    expect(await refusal(editing.create(ada, workflowInput(given)))).toMatchObject(refused);
    expect(await secretOf(made.id)).toBe(made.webhookSecret);
  });

  const GITHUB_SECRET = "It's a Secret to Everybody";

  it('workflows with a webhook of GitHub take the secret of its published example, and its signature is right', async () => {
    const signature = { preset: 'github' };
    const made = await editing.create(ada, workflowInput(webhook({ signature, secret: GITHUB_SECRET })));
    const hmac = createHmac('sha256', await secretOf(made.id)).update('Hello, World!');
    expect(hmac.digest('hex')).toBe('757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17');
  });

  it.each<[string, Json]>([
    ['stripe', { preset: 'stripe' }],
    ['slack', { preset: 'slack' }],
    ['a described signature', { header: 'X-Shop-Hmac', algorithm: 'sha256', encoding: 'hex' }],
  ])(
    'workflows with a webhook allow blanks inside a secret that is the key as text: %s',
    async (_, signature) => {
      const input = (secret: string) => workflowInput(webhook({ signature, secret }));
      expect(await editing.create(ada, input(GITHUB_SECRET))).toMatchObject({ webhookSecret: GITHUB_SECRET });
    },
  );

  it.each<[string, TriggerInput['config']]>([
    ['svix', { signature: { preset: 'svix' } }],
    ['no signature', {}],
  ])(
    'workflows with a webhook refuse blanks in a secret that headers or base64 carry: %s',
    async (_, config) => {
      const input = workflowInput(webhook({ ...config, secret: GITHUB_SECRET }));
      expect(await refusal(editing.create(ada, input))).toMatchObject({
        details: [{ path: 'trigger.config.secret', message: expect.stringContaining('without blanks') }],
      });
    },
  );

  it('workflows with a webhook are found by slug or by id in their current state, and one query finds many of them', async () => {
    const made = await editing.create(ada, workflowInput(webhook()));
    const other = await editing.create(ada, workflowInput());
    const queries = jest.spyOn(manager(), 'query');
    const found = await Promise.all([
      workflows.findByWebhookSlug(made.webhookSlug),
      workflows.findByWebhookSlug(other.webhookSlug),
      workflows.findByWebhookSlug(made.webhookSlug),
      workflows.findByWebhookSlug('nobody'),
    ]);
    expect(queries).toHaveBeenCalledTimes(1);
    queries.mockRestore();
    expect(found.map((one) => one?.id)).toEqual([made.id, other.id, made.id, undefined]);
    expect(found[0]).toEqual({
      id: made.id,
      revision: 1,
      mode: 'parallel',
      enabled: true,
      draft: false,
      triggerType: 'webhook',
      triggerConfig: {},
      webhookSecret: made.webhookSecret,
      changedAtMs: made.updatedAt.getTime(),
    });
    await editing.change(ada, made.id, { enabled: false });
    expect(await workflows.findByWebhookId(made.webhookId)).toMatchObject({ id: made.id, enabled: false });
  });
});
