import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkflowEntity } from '@app/entities';
import { Webhook } from 'standardwebhooks';
import { WebhookApi } from '../factories/webhook-api';

const LIMIT_BYTES = 10_000;
const BODY = '{"temperature":23.5}';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const refusal = (status: number, code: string) => ({
  status,
  body: { error: expect.any(String), code },
});
const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

type Sign = (secret: string, body: string, atSeconds: number) => Record<string, string>;

const SENDERS: Record<string, Sign> = {
  github: (secret, body) => ({ 'x-hub-signature-256': `sha256=${hex(secret, body)}` }),
  stripe: (secret, body, at) => ({ 'stripe-signature': `t=${at},v1=${hex(secret, `${at}.${body}`)}` }),
  slack: (secret, body, at) => ({
    'x-slack-signature': `v0=${hex(secret, `v0:${at}:${body}`)}`,
    'x-slack-request-timestamp': String(at),
  }),
  svix: (secret, body, at) => ({
    'svix-id': 'msg_1',
    'svix-timestamp': String(at),
    'svix-signature': new Webhook(secret).sign('msg_1', new Date(at * 1000), body),
  }),
};
const senders = Object.entries(SENDERS);

describe('a webhook with a signature', () => {
  let webhooks: WebhookApi;
  let clients = 0;

  beforeAll(async () => {
    webhooks = await WebhookApi.start({ LIMIT_WEBHOOK_BYTES: LIMIT_BYTES });
  });
  // Wrong signatures are counted per client, so each test uses another client address.
  beforeEach(() => (clients += 1));
  afterAll(() => webhooks.stop());

  const nowSeconds = () => Math.floor(webhooks.clock.nowMs() / 1000);
  const from = () => ({ 'x-forwarded-for': `198.51.100.${clients}` });
  const deliver = (workflow: WorkflowEntity, headers: Record<string, string>, body: string = BODY) =>
    webhooks.deliver(workflow, { ...from(), ...headers }, body);
  const countOf = async (workflow: WorkflowEntity) => (await webhooks.executionsOf(workflow)).length;

  it.each(senders)(
    'a webhook of %s accepts a signed delivery, and refuses a forged one',
    async (preset, sign) => {
      const workflow = await webhooks.webhook({ signature: { preset } });
      const good = sign(workflow.webhookSecret, BODY, nowSeconds());
      expect((await deliver(workflow, good)).status).toBe(202);
      const forged = [
        sign(`whsec_${'A'.repeat(43)}=`, BODY, nowSeconds()),
        sign(workflow.webhookSecret, '{}', nowSeconds()),
        {},
        { 'x-webhook-secret': workflow.webhookSecret },
        { authorization: `Bearer ${workflow.webhookSecret}` },
        webhooks.signed(workflow.webhookSecret, BODY),
      ];
      for (const headers of forged) {
        expect(await deliver(workflow, headers)).toMatchObject(refusal(401, 'invalid_secret'));
      }
      expect(await countOf(workflow)).toBe(1);
    },
  );

  it.each(senders.filter(([preset]) => preset !== 'github'))(
    'a webhook of %s refuses a delivery whose timestamp differs from the current time by more than five minutes',
    async (preset, sign) => {
      const workflow = await webhooks.webhook({ signature: { preset } });
      for (const by of [-301, 301]) {
        const headers = sign(workflow.webhookSecret, BODY, nowSeconds() + by);
        expect(await deliver(workflow, headers)).toMatchObject(refusal(401, 'untimely'));
      }
      expect(await countOf(workflow)).toBe(0);
    },
  );

  it.each(senders.filter(([preset]) => preset !== 'github'))(
    'a webhook of %s starts one execution for a replayed delivery, even if an unsigned id is added',
    async (preset, sign) => {
      const workflow = await webhooks.webhook({ signature: { preset } });
      const good = sign(workflow.webhookSecret, BODY, nowSeconds());
      const unsigned = { 'idempotency-key': 'another', 'x-github-delivery': 'another' };
      const answers = await Promise.all(
        [good, good, { ...good, ...unsigned }].map((headers) => deliver(workflow, headers)),
      );
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(answers.map(({ body }) => body.executionId)).size).toBe(1);
      expect(await countOf(workflow)).toBe(1);
    },
  );

  it('a webhook recognizes repeated deliveries of GitHub by the header X-GitHub-Delivery', async () => {
    const workflow = await webhooks.webhook({ signature: { preset: 'github' } });
    const good = SENDERS.github?.(workflow.webhookSecret, BODY, 0);
    for (const delivery of ['one', 'one', 'two']) {
      await deliver(workflow, { ...good, 'x-github-delivery': delivery });
    }
    expect(await countOf(workflow)).toBe(2);
  });

  it.each(['webhook-id', 'svix-id', 'x-github-delivery', 'idempotency-key'])(
    'a webhook recognizes repeated deliveries by the header %s if the sender sends the secret',
    async (name) => {
      const workflow = await webhooks.webhook();
      const answers = [];
      for (const id of ['one', 'one', 'two']) {
        answers.push(
          await deliver(workflow, { authorization: `Bearer ${workflow.webhookSecret}`, [name]: id }),
        );
      }
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(await countOf(workflow)).toBe(2);
    },
  );

  it('a webhook with a configured signature format accepts only the encoding, the prefix and the header of this format', async () => {
    const signature = { header: 'X-Sign', algorithm: 'sha256', encoding: 'hex', prefix: 'v1:' };
    const workflow = await webhooks.webhook({ signature });
    const right = hex(workflow.webhookSecret, BODY);
    const base64 = Buffer.from(right, 'hex').toString('base64');
    for (const value of [right, `v1:${base64}`, `v2:${right}`, `v1:${right} `.repeat(2), 'v1:', '']) {
      const status = (await deliver(workflow, { 'x-sign': value })).status;
      expect([value, status]).toEqual([value, 401]);
    }
    expect((await deliver(workflow, { 'x-signature': `v1:${right}` })).status).toBe(401);
    expect((await deliver(workflow, { 'x-sign': `v1:${right}` })).status).toBe(202);
  });

  it('a webhook refuses headers that are sent twice', async () => {
    const described = { header: 'X-Sign', algorithm: 'sha256', encoding: 'hex', prefix: '' };
    const workflow = await webhooks.webhook({ signature: described });
    const plain = await webhooks.webhook();
    const sign = hex(workflow.webhookSecret, BODY);
    expect(await twice(workflow, { 'x-sign': [sign, sign] })).toBe(401);
    const secret = plain.webhookSecret;
    expect(await twice(plain, { 'x-webhook-secret': [secret, secret] })).toBe(401);
    expect(await twice(plain, { authorization: [`Bearer ${secret}`, 'Bearer other'] })).toBe(401);
    expect(await twice(plain, { 'x-webhook-secret': [secret], 'x-github-delivery': ['a', 'b'] })).toBe(400);
    // Stripe may send several signatures in one header, so the joined values would be right.
    const stripe = await webhooks.webhook({ signature: { preset: 'stripe' } });
    const at = nowSeconds();
    const right = hex(stripe.webhookSecret, `${at}.${BODY}`);
    expect(await twice(stripe, { 'stripe-signature': [`t=${at}`, `v1=${right}`] })).toBe(401);
    for (const one of [workflow, plain, stripe]) expect(await countOf(one)).toBe(0);
  });

  /** Sends each value in its own header line. `fetch` would join the values. */
  function twice({ webhookSlug }: WorkflowEntity, headers: Record<string, string[]>): Promise<number> {
    const { port } = webhooks.api.app.getHttpServer().address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', port, path: `/api/webhook/${webhookSlug}` };
      const sent = request({
        ...options,
        headers: { 'content-type': 'application/json', ...from(), ...headers },
      });
      sent.on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(BODY);
    });
  }

  it('a webhook checks the size of a body before the signature, and refuses a body that is too large', async () => {
    const workflow = await webhooks.webhook({ signature: { preset: 'github' } });
    const body = `"${'x'.repeat(LIMIT_BYTES)}"`;
    const good = SENDERS.github?.(workflow.webhookSecret, body, 0) ?? {};
    expect(await deliver(workflow, good, body)).toMatchObject(refusal(413, 'too_large'));
  });

  it('a webhook accepts no delivery while it is a draft whose signature settings are invalid', async () => {
    const workflow = await webhooks.webhook(
      { signature: { preset: 'gitlab' } },
      { enabled: false, problems: [{ path: 'x', message: 'y' }] },
    );
    expect((await deliver(workflow, { 'x-webhook-secret': workflow.webhookSecret })).status).toBe(401);
  });

  it('a webhook uses the fields of a form as trigger data, and checks the signature over its bytes', async () => {
    const workflow = await webhooks.webhook({ signature: { preset: 'slack' } });
    const body = 'command=%2Flight&text=floor+2&__proto__=x&a%5Bb%5D=1&a%5Bb%5D=2&empty=';
    const headers = { ...SENDERS.slack?.(workflow.webhookSecret, body, nowSeconds()), ...FORM };
    expect((await deliver(workflow, headers, body)).status).toBe(202);
    const [execution] = await webhooks.executionsOf(workflow);
    expect(JSON.stringify(execution?.triggerData)).toBe(
      '{"command":"/light","text":"floor 2","__proto__":"x","a[b]":["1","2"],"empty":""}',
    );
  });

  it.each<[string, string, number, string]>([
    ['too many bytes', `a=${'x'.repeat(LIMIT_BYTES)}`, 413, 'too_large'],
    ['too many fields', 'a&'.repeat(1001), 400, 'validation_failed'],
    ['NUL', 'a=%00', 400, 'validation_failed'],
  ])('a webhook refuses a form with %s', async (_, body, status, code) => {
    const workflow = await webhooks.webhook();
    const headers = { 'x-webhook-secret': workflow.webhookSecret, ...FORM };
    expect(await deliver(workflow, headers, body)).toMatchObject({ status, body: { code } });
    expect(await countOf(workflow)).toBe(0);
  });

  it('a webhook shows the request to expressions, without the headers that authenticate the sender', async () => {
    const described = { header: 'X-Sign', algorithm: 'sha256', encoding: 'hex' };
    const workflow = await webhooks.webhook({ signature: described, headers: ['Accept-Language', 'Cookie'] });
    const headers = {
      'x-sign': hex(workflow.webhookSecret, BODY),
      'x-event': 'push',
      'x-webhook-secret': 'not used',
      'accept-language': 'de',
      'user-agent': 'sender/1',
      accept: 'application/json',
      cookie: 'a=b',
      authorization: 'Bearer not-used',
    };
    const { webhookSlug } = workflow;
    const answer = await webhooks.send(
      `/webhook/${webhookSlug}?a=1&b=2&b=3`,
      { ...headers, ...from() },
      BODY,
    );
    expect(answer.status).toBe(202);
    const [execution] = await webhooks.executionsOf(workflow);
    expect(execution?.request).toEqual({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'sender/1',
        'x-event': 'push',
        'accept-language': 'de',
        ...from(),
      },
      query: { a: '1', b: ['2', '3'] },
    });
  });
});
