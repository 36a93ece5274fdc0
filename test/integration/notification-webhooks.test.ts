import type { ServerResponse } from 'node:http';
import {
  AlertEntity,
  AlertNoticeEntity,
  NotificationDeliveryEntity,
  NotificationRuleEntity,
  NotificationTargetEntity,
} from '@app/entities';
import { FixedClock, newWebhookSecret, say } from '@app/kernel';
import { Webhook } from 'standardwebhooks';
import { AlertDesk, aRaise } from '../factories/alert-desk';
import { LocalServer } from '../factories/local-server';
import { NotificationDesk } from '../factories/notification-desk';
import { openDatabase, type TestDatabase } from '../harness';

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==';
const MINUTE_MS = 60_000;
/** The library that verifies signatures compares the signed time with the real clock. */
const NOW = Date.now();

describe('notifications by webhook', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let alerts: AlertDesk;
  let desk: NotificationDesk;
  let server: LocalServer;
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = await LocalServer.start((_request, response) => answer(response));
    database = await openDatabase();
    alerts = new AlertDesk(database, clock);
    const limits = { JOB_ATTEMPTS: 2, LIMIT_ALERT_WEBHOOKS_PER_MINUTE: 2, LIMIT_HTTP_NODE_MS: 500 };
    const WORKFLOW_HTTP_ALLOWLIST = [`hook.example.org:${server.port}`];
    desk = await NotificationDesk.open(database, clock, { ...limits, WORKFLOW_HTTP_ALLOWLIST }, () =>
      Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    );
  });
  afterAll(async () => {
    await desk.close();
    await server.stop();
    await database.drop();
  });
  beforeEach(async () => {
    for (const entity of [
      AlertEntity,
      AlertNoticeEntity,
      NotificationDeliveryEntity,
      NotificationRuleEntity,
      NotificationTargetEntity,
    ])
      await database.dataSource.manager.deleteAll(entity);
    clock.set(NOW);
    server.received.length = 0;
    answer = (response) => response.writeHead(204).end();
  });

  const hook = (host = 'hook.example.org') => ({
    kind: 'webhook' as const,
    url: `http://${host}:${server.port}/alerts`,
    secret: SECRET,
  });
  const raise = (originator = 'P1') => alerts.raise(aRaise({ originator, at: clock.now(), value: 31 }));

  it('webhook notifications are signed as Standard Webhooks specifies, and contain the alert', async () => {
    await desk.rule({ channel: hook() });
    await raise();
    await desk.planAndSend();
    const [request, ...others] = server.received;
    expect(others).toEqual([]);
    const headers = request?.headers as Record<string, string>;
    const payload = new Webhook(SECRET).verify(request?.body ?? '', headers);
    expect(payload).toMatchObject({
      type: 'alert.raised',
      timestamp: new Date(NOW).toISOString(),
      data: {
        source: 'rule',
        severity: 'major',
        status: 'active',
        pointCode: 'P1',
        value: 31,
        occurrences: 1,
      },
    });
    expect(payload).not.toHaveProperty('data.originKey');
    const [delivery] = await desk.planned();
    expect(delivery).toMatchObject({ id: headers['webhook-id'], status: 'sent', attempts: 1 });
    expect(JSON.stringify(delivery)).not.toContain(SECRET);
  });

  it('webhook notifications are sent once if several rules name the webhook, signed with the secret of one of them', async () => {
    const other = newWebhookSecret();
    const first = await desk.rule({ channel: hook() });
    await desk.rule({ channel: { ...hook(), secret: other } });
    await raise();
    await desk.planAndSend();
    await raise('P2');
    await desk.plan();
    await database.dataSource.manager.delete(NotificationRuleEntity, { id: first.id });
    await desk.send();
    const secrets = [SECRET, other];
    expect(server.received).toHaveLength(secrets.length);
    for (const [index, { body, headers }] of server.received.entries()) {
      const verifier = new Webhook(secrets[index] ?? '');
      expect(() => verifier.verify(body, headers as Record<string, string>)).not.toThrow();
    }
  });

  it('webhook notifications have the same id in each attempt', async () => {
    await desk.rule({ channel: hook() });
    await raise();
    answer = (response) => response.writeHead(503).end('secret page');
    await desk.planAndSend();
    expect(await desk.planned()).toMatchObject([
      { status: 'pending', attempts: 1, error: say('webhook_failed', { status: 503 }) },
    ]);
    answer = (response) => response.writeHead(200).end();
    clock.advance(30_000);
    await desk.send();
    expect(await desk.planned()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
    expect(new Set(server.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
  });

  it.each<[string, (response: ServerResponse) => void, number, string]>([
    ['status 410', (response) => response.writeHead(410).end(), 1, 'status 410'],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      2,
      'status 302',
    ],
    ['no answer', () => undefined, 2, 'No complete response'],
  ])('webhook notifications fail after %s', async (_what, given, attempts, error) => {
    await desk.rule({ channel: hook() });
    await raise();
    answer = given;
    await desk.planAndSend();
    clock.advance(30_000);
    await desk.send();
    expect(await desk.planned()).toMatchObject([
      { status: 'failed', attempts, error: { message: expect.stringContaining(error) as string } },
    ]);
    expect(server.received).toHaveLength(attempts);
  });

  it('webhook notifications are never sent to a host name that resolves to a private address', async () => {
    await desk.rule({ channel: hook('inside.example.org') });
    await raise();
    const before = server.connections;
    await desk.planAndSend();
    expect(await desk.planned()).toMatchObject([
      { status: 'failed', attempts: 1, error: say('address_refused') },
    ]);
    expect(server.connections).toBe(before);
  });

  const originators = () =>
    server.received.map(({ body }) => (JSON.parse(body) as Payload).data.originator ?? 'summary');

  it('webhook notifications above the limit wait for the next minute', async () => {
    await desk.rule({ channel: hook() });
    for (const code of ['P1', 'P2', 'P3']) await raise(code);
    await desk.planAndSend();
    await desk.send();
    expect(server.received).toHaveLength(2);
    clock.advance(MINUTE_MS);
    await desk.send();
    expect(originators()).toEqual(['P1', 'P2', 'P3']);
  });

  it('webhook notifications above the limit become one summary, which keeps its messages and its id when it is retried', async () => {
    await desk.rule({ channel: hook() });
    for (const code of ['P1', 'P2', 'P3', 'P4']) await raise(code);
    await alerts.raise(aRaise({ originator: 'P5', severity: 'critical', at: clock.now() }));
    await desk.planAndSend();
    expect(originators()).toEqual(['P1', 'P2']);
    answer = (response) => response.writeHead(503).end();
    clock.advance(MINUTE_MS);
    await desk.send();
    for (const code of ['P6', 'P7']) await raise(code);
    answer = (response) => response.writeHead(204).end();
    await desk.planAndSend();
    clock.advance(MINUTE_MS);
    await desk.send();
    expect(originators()).toEqual(['P1', 'P2', 'summary', 'P6', 'summary', 'P7']);
    const [first, second] = server.received.filter((_request, index) => index === 2 || index === 4);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    const summary = new Webhook(SECRET).verify(second?.body ?? '', second?.headers as Record<string, string>);
    expect(summary).toMatchObject({
      type: 'alert.summary',
      timestamp: new Date(NOW).toISOString(),
      data: {
        count: 3,
        messages: ['P5', 'P3', 'P4'].map((originator) => ({ type: 'alert.raised', data: { originator } })),
      },
    });
    expect(new Set((await desk.planned()).map(({ status }) => status))).toEqual(new Set(['sent']));
  });
});

interface Payload {
  data: { originator?: string };
}
