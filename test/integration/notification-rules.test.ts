import { AuditEntryEntity, NotificationRuleEntity } from '@app/entities';
import { SECRET_MASK } from '@app/kernel';
import { RunningApi } from '../factories/running-api';

const mail = { kind: 'mail', to: ['ann@example.org'] };
const webhook = { kind: 'webhook', url: 'https://example.org/hook' };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const OWN_SECRET = 'my-own-secret-of-the-hook';

interface Shown {
  id: number;
  channel: { secret: string };
  escalation: { afterMinutes: number; channel: { url: string; secret: string } }[];
}

const step = (name: string, secret?: string) => ({
  afterMinutes: 5,
  channel: { kind: 'webhook', url: `https://example.org/${name}`, secret },
});

describe('notification rules', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start({ WORKFLOW_HTTP_ALLOWLIST: ['10.1.2.3:8080'] });
    ({ token } = await api.signInAs('engineer'));
  });
  afterAll(() => api.stop());

  const create = async (body: object = {}) => {
    const rule = { name: 'Operators', minSeverity: 'major', channel: mail, ...body };
    const answer = await api.call('POST', '/api/notification-rules', { token, body: rule });
    return { ...answer, shown: answer.body as Shown };
  };
  const get = (id: number) => api.call('GET', `/api/notification-rules/${id}`, { token });
  const put = async (id: number, body: unknown) => {
    const answer = await api.call('PUT', `/api/notification-rules/${id}`, { token, body });
    return { ...answer, shown: answer.body as Shown };
  };
  const stored = async (id: number) => {
    const rule = await api.database.dataSource.manager.findOneByOrFail(NotificationRuleEntity, { id });
    const channels = [rule.channel, ...rule.escalation.map(({ channel }) => channel)];
    return channels.map((channel) => (channel.kind === 'webhook' ? channel.secret : null));
  };

  it('notification rules can be created with only a name, a severity and a channel, and then apply to all alerts', async () => {
    const { status, body, shown } = await create();
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: shown.id,
        name: 'Operators',
        minSeverity: 'major',
        sources: [],
        areaIds: [],
        channel: mail,
        quietHours: null,
        escalation: [],
        enabled: true,
      },
    });
    expect(await get(shown.id)).toMatchObject({ status: 200, body });
  });

  it('notification rules show a generated secret once, and keep it when the masked rule is sent back', async () => {
    const { shown } = await create({
      channel: webhook,
      quietHours: { from: '22:00', to: '06:00' },
      escalation: [
        { afterMinutes: 5, channel: { ...webhook, url: 'https://example.org/second', secret: OWN_SECRET } },
      ],
    });
    const secrets = [shown.channel.secret, OWN_SECRET];
    expect(secrets[0]).toMatch(/^whsec_/);
    expect(shown.escalation[0]?.channel.secret).toBe(OWN_SECRET);
    const read = (await get(shown.id)).body as Shown;
    expect(read.channel.secret).toBe(SECRET_MASK);
    expect(read).toMatchObject({
      quietHours: { from: '22:00', to: '06:00', timezone: null, days: EVERY_DAY },
    });
    expect(JSON.stringify(read)).not.toContain(OWN_SECRET);
    expect(await put(shown.id, read)).toMatchObject({ status: 200, body: read });
    expect(await stored(shown.id)).toEqual(secrets);
    const list = await api.call('GET', '/api/notification-rules?limit=200', { token });
    for (const secret of secrets) expect(list.text).not.toContain(secret);
  });

  it('notification rules keep the secret of each URL when the order of the escalation steps changes', async () => {
    const { shown } = await create({
      escalation: [step('a', 'secret-of-the-first-hook'), step('b', 'secret-of-the-second-hook')],
    });
    await put(shown.id, { escalation: [step('b', SECRET_MASK), step('a')] });
    expect(await stored(shown.id)).toEqual([null, 'secret-of-the-second-hook', 'secret-of-the-first-hook']);
  });

  it('notification rules get a new secret if the sent secret is null', async () => {
    const { shown } = await create({ channel: webhook });
    const renewed = await put(shown.id, { channel: { ...webhook, secret: null } });
    expect(renewed.shown.channel.secret).toMatch(/^whsec_/);
    expect(renewed.shown.channel.secret).not.toBe(shown.channel.secret);
    expect(await stored(shown.id)).toEqual([renewed.shown.channel.secret]);
  });

  it.each([
    ['mail without an address', { channel: { kind: 'mail' } }, 'channel.to'],
    [
      'an address that contains a header',
      { channel: { kind: 'mail', to: ['a@b.org\r\nBcc: c@d.org'] } },
      'channel.to[0]',
    ],
    [
      'more than 50 addresses',
      { channel: { kind: 'mail', to: Array.from({ length: 51 }, (_, i) => `a${i}@b.org`) } },
      'channel.to',
    ],
    ['a webhook without a URL', { channel: { kind: 'webhook' } }, 'channel.url'],
    ['the URL of a file', { channel: { ...webhook, url: 'file:///etc/passwd' } }, 'channel.url'],
    ['a loopback address', { channel: { ...webhook, url: 'http://127.0.0.1/' } }, 'channel.url'],
    [
      'the metadata address of a cloud',
      { channel: { ...webhook, url: 'http://169.254.169.254/' } },
      'channel.url',
    ],
    [
      'a loopback address in another notation',
      { channel: { ...webhook, url: 'http://[::ffff:7f00:1]/' } },
      'channel.url',
    ],
    ['another port of a listed host', { channel: { ...webhook, url: 'http://10.1.2.3/' } }, 'channel.url'],
    [
      'a private address in the escalation',
      { escalation: [{ afterMinutes: 1, channel: { ...webhook, url: 'http://10.0.0.1/' } }] },
      'escalation[0].channel.url',
    ],
    ['a mask without a secret', { channel: { ...webhook, secret: SECRET_MASK } }, 'channel.secret'],
    ['a short secret', { channel: { ...webhook, secret: 'short' } }, 'channel.secret'],
    ['an unknown area', { areaIds: [77] }, 'areaIds[0]'],
    ['an unknown severity', { minSeverity: 'fatal' }, 'minSeverity'],
    ['an unknown source', { sources: ['spy'] }, 'sources[0]'],
    ['a null channel', { channel: null }, 'channel'],
    ['quiet hours on day 8', { quietHours: { from: '22:00', to: '06:00', days: [8] } }, 'quietHours.days[0]'],
    ['an unknown zone', { quietHours: { from: '1:00', to: '06:00', timezone: 'Moon' } }, 'quietHours.from'],
    [
      'an escalation step without a delay',
      { escalation: [{ afterMinutes: 0, channel: mail }] },
      'escalation[0].afterMinutes',
    ],
  ])('notification rules refuse %s', async (_what, body, path) => {
    const { status, body: answer } = await create(body);
    expect({ status, answer }).toMatchObject({
      status: 400,
      answer: { details: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
  });

  it('notification rules accept a private address that the operator has listed', async () => {
    expect((await create({ channel: { ...webhook, url: 'http://10.1.2.3:8080/hook' } })).status).toBe(201);
  });

  it('notification rules record changes in the audit log without secrets', async () => {
    const { shown } = await create({ channel: { ...webhook, secret: OWN_SECRET } });
    await put(shown.id, { channel: { ...webhook, secret: 'another-secret-of-the-hook' }, enabled: false });
    await api.call('DELETE', `/api/notification-rules/${shown.id}`, { token });
    const entries = await api.database.dataSource.manager.find(AuditEntryEntity, {
      where: { target: `notification rule ${shown.id}` },
      order: { id: 'ASC' },
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'notification_rule.created',
      'notification_rule.changed',
      'notification_rule.removed',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret-of-the-hook/);
    expect(JSON.parse(entries[1]?.after ?? '{}')).toMatchObject({ enabled: false });
  });

  it('notification rules are deleted together with their deliveries', async () => {
    const { shown } = await create();
    const deliveries = `/api/notification-rules/${shown.id}/deliveries`;
    expect(await api.call('GET', deliveries, { token })).toMatchObject({ status: 200, body: [] });
    await api.call('DELETE', `/api/notification-rules/${shown.id}`, { token });
    expect((await api.call('GET', deliveries, { token })).status).toBe(404);
    expect((await put(shown.id, {})).status).toBe(404);
  });
});
