import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WorkflowEntity } from '@app/entities';
import { compareTimes } from '../factories/compare-times';
import type { Answer } from '../factories/guarded-api';
import { WebhookApi } from '../factories/webhook-api';

const LIMIT_BYTES = 10_000;
const MINUTE_MS = 60_000;
const BODY = '{"temperature":23.5}';
const running: WebhookApi[] = [];

async function start(environment: Parameters<typeof WebhookApi.start>[0] = {}): Promise<WebhookApi> {
  const webhooks = await WebhookApi.start(environment);
  running.push(webhooks);
  return webhooks;
}

afterAll(() => Promise.all(running.map((webhooks) => webhooks.stop())));

let addresses = 0;
/** Returns a new client address. */
const from = (address = `203.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`) => ({
  'x-forwarded-for': address,
});
const refusal = (status: number, code: string) => ({ status, body: { error: expect.any(String), code } });
const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'));
const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

describe('a delivery to a webhook', () => {
  let webhooks: WebhookApi;
  let workflow: WorkflowEntity;

  beforeAll(async () => {
    webhooks = await start({ LIMIT_WEBHOOK_BYTES: LIMIT_BYTES });
  });
  beforeEach(async () => {
    workflow = await webhooks.webhook();
  });
  const nothingIsWritten = async () => expect(await webhooks.executionsOf(workflow)).toEqual([]);

  it.each<[string, (secret: string) => Record<string, string>]>([
    ['without a secret', () => ({})],
    ['with an empty secret', () => ({ 'x-webhook-secret': '' })],
    ['with another secret', () => ({ 'x-webhook-secret': `whsec_${'A'.repeat(43)}=` })],
    ['without the last character of the secret', (secret) => ({ 'x-webhook-secret': secret.slice(0, -1) })],
    ['with an additional character after the secret', (secret) => ({ 'x-webhook-secret': `${secret}=` })],
    ['with the secret in capitals', (secret) => ({ 'x-webhook-secret': secret.toUpperCase() })],
    ['with the secret in a list', (secret) => ({ 'x-webhook-secret': `${secret}, ${secret}` })],
    ['with the secret in another authorization scheme', (secret) => ({ authorization: `Basic ${secret}` })],
    ['with a wrong bearer token', (secret) => ({ authorization: `Bearer ${secret}=` })],
    [
      'with a wrong secret and the right bearer token',
      (secret) => ({ 'x-webhook-secret': 'wrong', authorization: `Bearer ${secret}` }),
    ],
    ['with the mask that replaces a secret', () => ({ 'x-webhook-secret': '********' })],
  ])('a delivery is refused %s', async (_how, headersFor) => {
    const headers = { ...headersFor(workflow.webhookSecret), ...from() };
    const answer = await webhooks.deliver(workflow, headers);
    expect(answer).toMatchObject(refusal(401, 'invalid_secret'));
    expect(answer.text).not.toContain(workflow.webhookSecret);
    await nothingIsWritten();
  });

  it('a delivery is refused with the secret of another webhook, or with the right secret in the address or the body', async () => {
    const other = await webhooks.webhook();
    const secret = encodeURIComponent(workflow.webhookSecret);
    const answers = [
      await webhooks.deliver(workflow, { 'x-webhook-secret': other.webhookSecret, ...from() }),
      await webhooks.send(`/webhook/${workflow.webhookSlug}?secret=${secret}`, from(), {}),
      await webhooks.deliver(workflow, from(), { secret: workflow.webhookSecret }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    await nothingIsWritten();
  });

  describe('with a signature', () => {
    type Forge = (good: Record<string, string>) => Record<string, string>;
    it.each<[string, Forge]>([
      ['with another secret', () => webhooks.signed(`whsec_${'A'.repeat(43)}=`, BODY)],
      [
        'with a secret of one byte',
        () => webhooks.signed(`whsec_${Buffer.from([0]).toString('base64')}`, BODY),
      ],
      ['of another body', () => webhooks.signed(workflow.webhookSecret, '{}')],
      ['for another id', (good) => ({ ...good, 'webhook-id': 'msg_2' })],
      ['for another time', (good) => ({ ...good, 'webhook-timestamp': String(Date.now()) })],
      ['without an id', (good) => without(good, 'webhook-id')],
      [
        'of an empty id',
        () => ({ ...webhooks.signed(workflow.webhookSecret, BODY, { id: '' }), 'webhook-id': '' }),
      ],
      [
        'of an empty id that is not sent',
        () => without(webhooks.signed(workflow.webhookSecret, BODY, { id: '' }), 'webhook-id'),
      ],
      ['without a time', (good) => without(good, 'webhook-timestamp')],
      ['that is empty', (good) => ({ ...good, 'webhook-signature': '' })],
      [
        'without a version',
        (good) => ({ ...good, 'webhook-signature': String(good['webhook-signature']).slice(3) }),
      ],
      ['that is right, but sent with a wrong secret', (good) => ({ ...good, 'x-webhook-secret': 'wrong' })],
      [
        'that is wrong, but sent with the right secret',
        (good) => ({
          ...good,
          'webhook-signature': 'v1,AAAA',
          'x-webhook-secret': workflow.webhookSecret,
        }),
      ],
    ])('a delivery is refused with a signature %s', async (_what, forge) => {
      const headers = { ...forge(webhooks.signed(workflow.webhookSecret, BODY)), ...from() };
      expect(await webhooks.deliver(workflow, headers, BODY)).toMatchObject(refusal(401, 'invalid_secret'));
      await nothingIsWritten();
    });

    it.each([
      ['an empty key', `whsec_${'!'.repeat(20)}`, ''],
      ['an empty key, because of padding', `whsec_${'='.repeat(14)}`, ''],
      ['one byte', `whsec_${'!'.repeat(18)}AA==`, '\0'],
      ['the valid base64 part', `whsec_${'!'.repeat(10)}c2hvcnQ=`, 'short'],
      ['a few bytes', 'whsec_c2hvcnQgb25l', 'short one'],
    ])(
      'a delivery is refused if its key results from a wrong decoding of a malformed secret: %s',
      async (_what, secret, key) => {
        const own = await webhooks.webhook({}, { webhookSecret: secret });
        const seconds = String(Math.floor(webhooks.clock.nowMs() / 1000));
        const deliver = (signedWith: string) => {
          const signature = createHmac('sha256', signedWith)
            .update(`msg_1.${seconds}.${BODY}`)
            .digest('base64');
          const signed = { 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
          return webhooks.deliver(own, { 'webhook-id': 'msg_1', ...signed, ...from() }, BODY);
        };
        expect(await deliver(key)).toMatchObject(refusal(401, 'invalid_secret'));
        expect(await webhooks.executionsOf(own)).toEqual([]);
        expect((await deliver(secret)).status).toBe(202);
      },
    );

    it.each([
      ['old', -5 * MINUTE_MS - 1000],
      ['early', 5 * MINUTE_MS + 1000],
    ])('a delivery is refused if its signature is correct but too %s', async (_what, byMs) => {
      const headers = webhooks.signed(workflow.webhookSecret, BODY, { atMs: webhooks.clock.nowMs() + byMs });
      const answer = await webhooks.deliver(workflow, { ...headers, ...from() }, BODY);
      expect(answer).toMatchObject(refusal(401, 'untimely'));
      await nothingIsWritten();
    });

    it('a signed delivery starts no second execution if it repeats a recorded delivery', async () => {
      const headers = { ...webhooks.signed(workflow.webhookSecret, BODY), ...from() };
      const answers = await times(5, () => webhooks.deliver(workflow, headers, BODY));
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
      expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
    });
  });

  describe('with a list of allowed addresses', () => {
    it.each<[string[], string, number]>([
      [['203.0.113.9'], '203.0.113.9', 202],
      [['203.0.113.9'], '203.0.113.10', 403],
      [['203.0.113.0/24', '2001:db8::/32'], '203.0.113.77', 202],
      [['203.0.113.0/24', '2001:db8::/32'], '2001:db8::5', 202],
      [['203.0.113.0/24', '2001:db8::/32'], '2001:db9::5', 403],
      // The caller wrote the first address. The proxy added the second address, which it saw itself.
      [['203.0.113.9'], '203.0.113.9, 198.51.100.1', 403],
      [['203.0.113.9'], 'nonsense', 403],
      [['127.0.0.1'], '203.0.113.9', 403],
      [[], '198.51.100.1', 202],
    ])(
      'a delivery with the list %j and the sender %s gets the status %i',
      async (allowedIps, address, status) => {
        workflow = await webhooks.webhook({ allowedIps });
        const answer = await webhooks.deliverRightly(workflow, {}, from(address));
        expect(answer.status).toBe(status);
        expect(answer.body.code).toBe(status === 403 ? 'address_not_allowed' : undefined);
        expect(await webhooks.executionsOf(workflow)).toHaveLength(status === 202 ? 1 : 0);
      },
    );

    it('a delivery does not reveal to addresses outside the list whether the secret is right or the workflow is enabled', async () => {
      workflow = await webhooks.webhook({ allowedIps: ['203.0.113.9'] }, { enabled: false });
      const answers = [
        await webhooks.deliverRightly(workflow, {}, from()),
        await webhooks.deliver(workflow, { 'x-webhook-secret': 'wrong', ...from() }),
      ];
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    });
  });

  it('a delivery is refused in the same way for every slug that is not a webhook', async () => {
    const manual = await webhooks.webhook({}, { triggerType: 'manual' });
    const secret = { 'x-webhook-secret': workflow.webhookSecret };
    const answers = [
      await webhooks.deliver({ webhookSlug: 'unknown' }, secret),
      await webhooks.deliver({ webhookSlug: workflow.webhookSlug.slice(0, -1) }, secret),
      await webhooks.deliver({ webhookSlug: `${workflow.webhookSlug}%20` }, secret),
      await webhooks.deliver({ webhookSlug: workflow.webhookSlug.toUpperCase() }, secret),
      await webhooks.deliver({ webhookSlug: workflow.webhookId }, secret),
      await webhooks.deliver({ webhookSlug: workflow.id }, secret),
      await webhooks.deliver({ webhookSlug: '%27%20OR%201=1' }, secret),
      await webhooks.deliverRightly(manual),
      await webhooks.send('/webhook', { ...secret, 'x-webhook-id': workflow.webhookSlug }, {}),
      await webhooks.send('/webhook', secret, { webhookId: workflow.id }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refusal(404, 'not_found'));
      expect(answer.text).toBe(answers[0]?.text);
    }
    await nothingIsWritten();
  });

  it.each([{}, { webhookId: 7 }, { webhookId: ['a'] }, [], 'null', ''])(
    'a delivery is refused if it has no webhook id in a header or in the body %j',
    async (body) => {
      const answer = await webhooks.send('/webhook', { 'x-webhook-secret': workflow.webhookSecret }, body);
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'webhookId' }] } });
    },
  );

  it('a delivery is refused if the workflow is disabled or a draft, and only callers with the secret learn the reason', async () => {
    await webhooks.change(workflow, { enabled: false });
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(refusal(409, 'workflow_disabled'));
    expect(await webhooks.deliver(workflow, from())).toMatchObject(refusal(401, 'invalid_secret'));
    await webhooks.change(workflow, { problems: [{ path: 'nodes', message: 'are missing' }] });
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(refusal(409, 'workflow_disabled'));
    await nothingIsWritten();
    await webhooks.change(workflow, { enabled: true, problems: [] });
    expect((await webhooks.deliverRightly(workflow)).status).toBe(202);
  });

  it('a delivery is accepted only with the current secret, not with the former secret', async () => {
    await webhooks.change(workflow, { webhookSecret: 'another-secret-of-16' });
    expect(await webhooks.deliverRightly(workflow, {}, from())).toMatchObject({ status: 401 });
    const headers = { 'x-webhook-secret': 'another-secret-of-16' };
    expect(await webhooks.deliver(workflow, headers)).toMatchObject({ status: 202 });
  });

  it('a delivery is refused equally fast for a secret whose first character is wrong and for a secret whose last character is wrong', async () => {
    const deliverWith = async (secret: string) => {
      const answer = await webhooks.deliver(workflow, { 'x-webhook-secret': secret, ...from() }, '');
      expect(answer.status).toBe(401);
    };
    const { webhookSecret } = workflow;
    const ratio = await compareTimes(
      () => deliverWith(`x${webhookSecret.slice(1)}`),
      () => deliverWith(`${webhookSecret.slice(0, -1)}x`),
    );
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('the body of a delivery', () => {
  let webhooks: WebhookApi;
  let workflow: WorkflowEntity;

  beforeAll(async () => {
    webhooks = await start({ LIMIT_WEBHOOK_BYTES: LIMIT_BYTES });
    workflow = await webhooks.webhook();
  });

  const asJson = { 'content-type': 'application/json' };
  it.each<[string, number, string, Record<string, string>, string | Uint8Array]>([
    ['too many bytes', 413, 'too_large', asJson, sized(LIMIT_BYTES + 1)],
    ['too many two-byte characters', 413, 'too_large', asJson, `"${'ü'.repeat(LIMIT_BYTES / 2)}"`],
    [
      'a small compressed body whose content is too large',
      413,
      'too_large',
      { ...asJson, 'content-encoding': 'gzip' },
      gzipSync(sized(10 * LIMIT_BYTES)),
    ],
    ['an unknown encoding', 415, 'unsupported_type', { ...asJson, 'content-encoding': 'rot13' }, '{}'],
    ['text', 415, 'unsupported_type', { 'content-type': 'text/plain' }, '{}'],
    ['files', 415, 'unsupported_type', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['invalid JSON', 400, 'malformed_json', asJson, '{"a":'],
    ['two JSON values', 400, 'malformed_json', asJson, '{}{}'],
    ['invalid UTF-8', 400, 'malformed_json', asJson, Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['nesting that is too deep', 400, 'validation_failed', asJson, deep(2000)],
    ['NUL', 400, 'validation_failed', asJson, '{"a":"\\u0000"}'],
    ['a number that a double cannot represent', 400, 'validation_failed', asJson, '{"a":[1e400]}'],
    ['a negative number that a double cannot represent', 400, 'validation_failed', asJson, '-1e400'],
  ])('the body of a delivery is refused: %s', async (_what, status, code, headers, body) => {
    const before = (await webhooks.executionsOf(workflow)).length;
    const answer = await webhooks.deliver(
      workflow,
      { 'x-webhook-secret': workflow.webhookSecret, ...headers },
      body,
    );
    expect(answer).toMatchObject(refusal(status, code));
    expect(await webhooks.executionsOf(workflow)).toHaveLength(before);
  });

  it('the body of a delivery is accepted up to the limit, compressed or not', async () => {
    workflow = await webhooks.webhook();
    expect(await webhooks.deliverRightly(workflow, sized(LIMIT_BYTES))).toMatchObject({ status: 202 });
    const packed = gzipSync(BODY);
    const headers = { ...webhooks.signed(workflow.webhookSecret, BODY), 'content-encoding': 'gzip' };
    expect(await webhooks.deliver(workflow, headers, packed)).toMatchObject({ status: 202 });
  });

  it('the body of a delivery may use field names that have a special meaning elsewhere', async () => {
    workflow = await webhooks.webhook();
    const body = '{"__proto__":{"admin":true},"constructor":1,"toString":null}';
    expect((await webhooks.deliverRightly(workflow, body)).status).toBe(202);
    const [execution] = await webhooks.executionsOf(workflow);
    expect(JSON.stringify(execution?.triggerData)).toBe(body);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('the body of a delivery is not read before the secret is accepted', async () => {
    const answer = await webhooks.deliver(
      workflow,
      { 'x-webhook-secret': 'wrong', ...from() },
      sized(20 * LIMIT_BYTES),
    );
    expect(answer.status).toBe(401);
  });
});

describe('the rate limit of deliveries', () => {
  let webhooks: WebhookApi;
  let workflow: WorkflowEntity;
  const wrongly = (address?: string) =>
    webhooks.deliver(workflow, { 'x-webhook-secret': 'wrong', ...from(address) });

  beforeAll(async () => {
    webhooks = await start({ LIMIT_WEBHOOKS_PER_MINUTE: 60 });
  });
  beforeEach(async () => {
    workflow = await webhooks.webhook();
  });

  it('the rate limit allows exactly 60 a minute, even if they are concurrent', async () => {
    const answers = await times(90, () => webhooks.deliverRightly(workflow));
    const refused = answers.filter(({ status }) => status !== 202);
    for (const answer of refused) {
      expect(answer).toMatchObject(refusal(429, 'too_many_deliveries'));
      expect(retryAfter(answer)).toBeGreaterThan(0);
      expect(retryAfter(answer)).toBeLessThanOrEqual(60);
    }
    expect(refused).toHaveLength(30);
    expect(await webhooks.executionsOf(workflow)).toHaveLength(60);
    expect((await webhooks.deliverRightly(await webhooks.webhook())).status).toBe(202);
  });

  it('the rate limit does not count deliveries that are refused for a wrong secret or a disabled workflow', async () => {
    await times(50, () => wrongly());
    await webhooks.change(workflow, { enabled: false });
    await times(50, () => webhooks.deliverRightly(workflow));
    await webhooks.change(workflow, { enabled: true });
    const answers = await times(60, () => webhooks.deliverRightly(workflow));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(60);
  });

  it('the rate limit is not the reason for refusing a delivery with a former secret', async () => {
    await times(60, () => webhooks.deliverRightly(workflow));
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(refusal(429, 'too_many_deliveries'));
    await webhooks.change(workflow, { webhookSecret: 'another-secret-of-this-webhook' });
    expect(await webhooks.deliverRightly(workflow)).toMatchObject(refusal(401, 'invalid_secret'));
  });

  it('the rate limit allows 60 wrong secrets a minute per client, and then refuses even the right secret', async () => {
    const guesses = await times(70, () => wrongly('198.51.100.7'));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(60);
    const barred = await webhooks.deliverRightly(workflow, {}, from('198.51.100.7'));
    expect(barred).toMatchObject(refusal(429, 'too_many_attempts'));
    expect(retryAfter(barred)).toBeLessThanOrEqual(60);
    expect((await webhooks.deliverRightly(workflow, {}, from())).status).toBe(202);
    const other = await webhooks.webhook();
    expect((await webhooks.deliverRightly(other, {}, from('198.51.100.7'))).status).toBe(202);
  });
});
