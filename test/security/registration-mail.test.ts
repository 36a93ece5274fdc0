import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { ConfigurationService } from '@app/domain';
import { Actor, FixedClock } from '@app/kernel';
import { createLogger, NestLog } from '@app/logging';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { anAccount } from '../factories/an-account';
import { ALIKE, compareTimes, SAMPLES } from '../factories/compare-times';
import { type Answer, GuardedApi } from '../factories/guarded-api';
import { codeIn } from '../factories/outbox';
import { waitFor } from '../harness';
import { MailSink } from '../servers/mail-sink';

const SENT = { success: true, expiresIn: 300 };
/** Shorter than the time limit of a mail. */
const PATIENCE_MS = 30_000;

const written: string[] = [];
const log = () => written.join('');

describe('mails for registration and password reset', () => {
  let api: GuardedApi;
  let people = 0;

  beforeAll(async () => {
    api = await GuardedApi.start(new FixedClock(Date.parse('2026-03-01T12:00:00Z')), {
      environment: { LIMIT_CODES_PER_CLIENT: 100_000, LIMIT_MAIL_MS: 60_000 },
    });
    Logger.overrideLogger(new NestLog(createLogger('trace', { write: (line) => written.push(line) })));
  });
  afterAll(async () => {
    Logger.overrideLogger(false);
    await api.stop();
  });

  const anEmail = () => `person.${++people}@example.org`;
  const post = (path: string, body: object) => api.post(`/auth/${path}`, body);
  const sendBy = (port: number) =>
    api.app.get(ConfigurationService, { strict: false }).change(Actor.system('test'), {
      mail: { host: '127.0.0.1', port, secure: false, from: 'Plantroom <plantroom@example.org>' },
    });

  it('account mails are sent through a newly configured server at once', async () => {
    const person = { username: 'Ada', email: anEmail(), password: 'gravel pit lantern' };
    const [first, second] = [await MailSink.start(), await MailSink.start()];
    await sendBy(first.port);
    await post('register/send-code', { email: person.email });
    const mail = await first.next(person.email);
    expect(mail.headers.get('from')).toBe('Plantroom <plantroom@example.org>');
    expect(mail.html).toContain(codeIn(mail));
    expect((await post('register', { ...person, code: codeIn(mail) })).status).toBe(201);

    await sendBy(second.port);
    await post('forgot-password/send-code', { email: person.email });
    const code = codeIn(await second.next(person.email));
    const reset = { email: person.email, code, newPassword: 'another lantern' };
    expect((await post('forgot-password/reset', reset)).status).toBe(200);
    const notice = await second.next(person.email);
    expect(codeIn(notice)).toBeUndefined();
    expect(first.mails).toEqual([]);
    await Promise.all([first.stop(), second.stop()]);
  });

  describe('a faulty mail server', () => {
    const sockets = new Set<Socket>();
    /** A server that accepts connections and never responds. */
    const hanging = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    const servers: [string, () => Promise<number>][] = [
      ['cannot be reached', async () => 1],
      [
        'hangs',
        async () => {
          hanging.listen(0, '127.0.0.1');
          await once(hanging, 'listening');
          return (hanging.address() as AddressInfo).port;
        },
      ],
    ];

    afterAll(() => {
      hanging.close();
      for (const socket of sockets) socket.destroy();
    });

    it.each(servers)(
      'if the mail server %s, mails do not delay a response or reveal whether an address is known',
      async (_, port) => {
        await sendBy(await port());
        const { email: known } = await anAccount(api.database.dataSource);
        const answers: Answer[] = [];
        const startedAtMs = performance.now();
        for (const route of ['register/send-code', 'forgot-password/send-code']) {
          for (const email of [known, anEmail()]) answers.push(await post(route, { email }));
        }
        expect(performance.now() - startedAtMs).toBeLessThan(PATIENCE_MS);
        for (const { status, body } of answers) expect([status, body]).toEqual([200, SENT]);
      },
    );
  });

  it.each(['register/send-code', 'forgot-password/send-code'])(
    'requests to %s take the same time for known and unknown addresses',
    async (route) => {
      const sink = await MailSink.start();
      await sendBy(sink.port);
      const known: string[] = [];
      const addAccounts = async () => {
        while (known.length < SAMPLES) known.push((await anAccount(api.database.dataSource)).email);
      };
      const ratio = await compareTimes(
        async () => void (await post(route, { email: known.pop() })),
        async () => void (await post(route, { email: anEmail() })),
        addAccounts,
      );
      expect(ratio).toBeGreaterThan(ALIKE.least);
      expect(ratio).toBeLessThan(ALIKE.most);
      await sink.stop();
    },
  );

  it('the log has the reason why a mail was not sent, but no codes, passwords or addresses', async () => {
    const sink = await MailSink.start({
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('refused')
            ? Object.assign(new Error(`<${address}> is full`), { responseCode: 552 })
            : null,
        ),
    });
    await sendBy(sink.port);
    const email = anEmail();
    await post('register/send-code', { email });
    const code = codeIn(await sink.next(email));
    await post('register', { username: 'Secretive', email, password: 'password', code });
    await post('register', { username: 'Secretive', email, password: 'gravel pit lantern', code: '000000' });
    await post('register/send-code', { email: 'refused.person@example.org' });
    await waitFor(() => log().includes('is full'), { what: 'the log line about the refused mail' });
    expect(log()).not.toContain(code);
    expect(log()).not.toContain('gravel pit');
    expect(log()).not.toContain('person');
    await sink.stop();
  });

  it('account mails leave neither codes nor addresses in Redis', async () => {
    const sink = await MailSink.start();
    await sendBy(sink.port);
    const email = anEmail();
    await post('register/send-code', { email });
    const code = codeIn(await sink.next(email)) ?? '';
    const kept = await everythingIn(api.environment.QUEUE_URL);
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(email);
    await sink.stop();
  });
});

/** Returns all keys and values in Redis, or an empty text if the process keeps the codes in its own memory. */
async function everythingIn(queueUrl: string): Promise<string> {
  if (!queueUrl.startsWith('redis')) return '';
  const redis = new Redis(queueUrl);
  const keys = await redis.keys('*');
  const values = await Promise.all(keys.map((key) => redis.get(key).catch(() => null)));
  redis.disconnect();
  return JSON.stringify([keys, values]);
}
