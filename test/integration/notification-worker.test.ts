// Runs in the full check only: workers die.
import { NotificationDeliveryEntity, NotificationRuleEntity } from '@app/entities';
import { LocalServer } from '../factories/local-server';
import { Outbox } from '../factories/outbox';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';
import { MailSink } from '../servers/mail-sink';

const ANN = 'ann@example.org';
const BOB = 'bob@example.org';
const CLEO = 'cleo@example.org';
const DAN = 'dan@example.org';
const EVE = 'eve@example.org';
/** The time limit of a message. The tests hold answers for less time. */
const LIMIT_MS = 120_000;

jest.setTimeout(300_000);

describe('a worker', () => {
  let api: RunningApi;
  let worker: AppProcess | undefined;
  let hooks: LocalServer;
  let answers = true;

  beforeAll(async () => {
    hooks = await LocalServer.start((_request, response) => {
      if (answers) response.writeHead(204).end();
    });
    api = await RunningApi.start({
      WORKFLOW_HTTP_ALLOWLIST: [`127.0.0.1:${hooks.port}`],
      LIMIT_HTTP_NODE_MS: LIMIT_MS,
      LIMIT_MAIL_MS: LIMIT_MS,
    });
  });
  afterAll(async () => {
    await worker?.stop();
    await api.stop();
    await hooks.stop();
  });
  beforeEach(() => api.database.dataSource.manager.deleteAll(NotificationRuleEntity));

  it('a worker sends messages about alerts that were raised before and after its start', async () => {
    const { token } = await api.signInAs('engineer');
    const post = async (path: string, body: object = {}) =>
      (await api.call('POST', path, { token, body })).body as { id: number };
    const channel = { kind: 'mail', to: [ANN, BOB] };
    const rule = await post('/api/notification-rules', { name: 'All', minSeverity: 'minor', channel });
    const alert = await post('/api/alerts', { severity: 'major', title: 'Leak in the basement' });
    worker = await new AppProcess('worker', api.environment).start();
    const outbox = new Outbox(api.environment.DATA_DIR);
    for (const address of [ANN, BOB])
      expect((await outbox.next(address)).headers.get('subject')).toContain('Leak in the basement');
    await post(`/api/alerts/${alert.id}/clear`);
    for (const address of [ANN, BOB])
      expect((await outbox.next(address)).text).toContain('Leak in the basement');
    const deliveries = await waitFor(
      async () => {
        const path = `/api/notification-rules/${rule.id}/deliveries`;
        const list = (await api.call('GET', path, { token })).body as {
          status: string;
          sentAt: string | null;
        }[];
        return list.every(({ status }) => status === 'sent') && list;
      },
      { what: 'the results' },
    );
    expect(deliveries).toHaveLength(4);
    expect(deliveries[0]).toEqual({
      id: expect.any(String),
      alertId: alert.id,
      type: 'alert.cleared',
      channel: { kind: 'mail', to: [expect.stringMatching(/^(ann|bob)@example\.org$/)] },
      status: 'sent',
      attempts: 1,
      error: null,
      failure: null,
      createdAt: expect.any(String),
      sentAt: expect.any(String),
    });
  });

  it('after a worker is killed while it sends messages, its successor repeats only the message with an unknown outcome, under the same id', async () => {
    const { token } = await api.signInAs('engineer');
    const { manager } = api.database.dataSource;
    const post = async (path: string, body: object) =>
      (await api.call('POST', path, { token, body })).body as { id: number };
    const outbox = new Outbox(api.environment.DATA_DIR);
    const channels = [
      { kind: 'mail', to: [CLEO, DAN] },
      { kind: 'webhook', url: `http://127.0.0.1:${hooks.port}/alerts` },
    ];
    for (const channel of channels)
      await post('/api/notification-rules', { name: 'Leaks', minSeverity: 'critical', channel });
    hooks.received.length = 0;
    answers = false;
    await post('/api/alerts', { severity: 'critical', title: 'Leak in the attic' });
    const { ruleId } = await waitFor(
      async () => {
        const [first, ...others] = await manager.findBy(NotificationDeliveryEntity, { status: 'pending' });
        return hooks.received.length === 1 && others.length === 0 && first;
      },
      { what: 'the results of all messages except that to the webhook' },
    );
    await worker?.kill();
    for (const address of [CLEO, DAN]) await outbox.next(address);
    answers = true;
    await expireClaim(ruleId);
    worker = await new AppProcess('worker', api.environment).start();
    expect(await sent(ruleId)).toMatchObject({ attempts: 2, error: null, sentAt: expect.any(Date) as Date });
    const ids = hooks.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect([CLEO, DAN].map((address) => outbox.has(address))).toEqual([false, false]);
  });

  it('a mail whose worker is killed before the mail server has accepted it is sent after the restart, with the same id', async () => {
    const { token } = await api.signInAs('engineer');
    const sink = await MailSink.start();
    try {
      const mail = { host: '127.0.0.1', port: sink.port, from: 'plant@example.org' };
      const admin = await api.signIn();
      expect((await api.call('PUT', '/api/configs', { token: admin, body: { mail } })).status).toBe(200);
      await worker?.stop();
      worker = await new AppProcess('worker', api.environment).start();
      const channel = { kind: 'mail', to: [EVE] };
      const body = { name: 'Eve', minSeverity: 'critical', channel };
      const { id: ruleId } = (await api.call('POST', '/api/notification-rules', { token, body })).body as {
        id: number;
      };
      sink.holdsAt = 'mail';
      await api.call('POST', '/api/alerts', { token, body: { severity: 'critical', title: 'Fire' } });
      await waitFor(() => sink.heldCount === 1, { what: 'the held mail' });
      const path = `/api/notification-rules/${ruleId}/deliveries`;
      const shown = async () => (await api.call('GET', path, { token })).body;
      expect(await shown()).toMatchObject([{ status: 'pending', attempts: 1, sentAt: null }]);

      await worker.kill();
      sink.holdsAt = null;
      await expireClaim(ruleId);
      worker = await new AppProcess('worker', api.environment).start();
      await sent(ruleId);

      expect(await shown()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
      const ids = sink.mails.map(({ headers }) => headers.get('message-id'));
      expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
      expect(sink.mails.map(({ recipients }) => recipients)).toEqual(ids.map(() => [EVE]));
    } finally {
      await worker?.kill();
      await sink.stop();
    }
  });

  /** Expires the claim of the killed worker, which otherwise lasts for the time limits of a message. */
  async function expireClaim(ruleId: number): Promise<void> {
    await api.database.dataSource.manager.update(
      NotificationDeliveryEntity,
      { ruleId },
      { dueAt: new Date() },
    );
  }

  /** Waits until the only message of the rule has been sent. */
  function sent(ruleId: number): Promise<NotificationDeliveryEntity> {
    const read = async () => {
      const delivery = await api.database.dataSource.manager.findOneByOrFail(NotificationDeliveryEntity, {
        ruleId,
      });
      return delivery.status === 'sent' && delivery;
    };
    return waitFor(read, { what: 'the repeated message' });
  }
});
