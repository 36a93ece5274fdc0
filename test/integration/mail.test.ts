import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Environment, EnvironmentModule } from '@app/config';
import {
  MAIL_LANGUAGES,
  mailProviders,
  type MailConfiguration,
  MailSettings,
  Mailer,
  type TemplateMail,
} from '@app/mail';
import { Test, type TestingModule } from '@nestjs/testing';
import { readMail } from '../factories/read-mail';
import { testEnvironment } from '../harness';
import { MailSink } from '../servers/mail-sink';

const LIMIT_MAIL_MS = 500;
const TO = 'ada@example.org';
const NO_SERVER: MailConfiguration = { server: null, from: 'Plantroom <plantroom@example.org>' };
const platformName = '能源 & <Plantroom>';
const TEMPLATES: TemplateMail[] = [
  { template: 'register-code', context: { platformName, code: '012345', minutes: 5 } },
  { template: 'reset-code', context: { platformName, code: '012345', minutes: 5, username: 'ada' } },
  { template: 'already-registered', context: { platformName, username: 'ada' } },
  { template: 'password-changed', context: { platformName, username: 'ada' } },
  { template: 'mail-test', context: { platformName } },
];

class ScriptedSettings extends MailSettings {
  configuration = NO_SERVER;

  override async read(): Promise<MailConfiguration> {
    return this.configuration;
  }
}

const settings = new ScriptedSettings();

const providers = [...mailProviders, { provide: MailSettings, useValue: settings }];

const serverAt = (port: number, overrides = {}) => ({
  server: { host: '127.0.0.1', port, secure: false, user: null, password: null, ...overrides },
  from: NO_SERVER.from,
});
const written = (overrides = {}) => ({
  to: [TO],
  subject: 'Übersicht 概览',
  text: 'Text 文本',
  ...overrides,
});

const moduleOf = (environment: Environment) =>
  Test.createTestingModule({
    imports: [EnvironmentModule.forRoot(environment)],
    providers,
  }).compile();

describe('mail', () => {
  const environment = testEnvironment({ LIMIT_MAIL_MS });
  const outbox = join(environment.DATA_DIR, 'outbox');
  const sinks: MailSink[] = [];
  let module: TestingModule;
  let mailer: Mailer;

  beforeAll(async () => {
    module = await moduleOf(environment);
    mailer = module.get(Mailer);
  });

  beforeEach(() => (settings.configuration = NO_SERVER));

  afterAll(async () => {
    await module.close();
    await Promise.all(sinks.map((sink) => sink.stop()));
  });

  async function aSink(...options: Parameters<typeof MailSink.start>): Promise<MailSink> {
    const sink = await MailSink.start(...options);
    sinks.push(sink);
    return sink;
  }

  const mailsInOutbox = () => readdirSync(outbox).sort();
  const newestFile = () => readFileSync(join(outbox, mailsInOutbox().at(-1) ?? ''), 'latin1');
  const newestInOutbox = () => readMail(newestFile());
  it('a mail is written to a private folder if no server is configured', async () => {
    await mailer.send(written());
    const [file = ''] = mailsInOutbox();
    expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
    expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600);
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    const { headers, text, html } = newestInOutbox();
    expect(headers.get('from')).toBe('Plantroom <plantroom@example.org>');
    expect(headers.get('to')).toBe(TO);
    expect(headers.get('subject')).toBe('Übersicht 概览');
    expect([text.trim(), html]).toEqual(['Text 文本', '']);
  });

  it.each(
    MAIL_LANGUAGES.flatMap((language) => TEMPLATES.map((mail) => [language, mail.template, mail] as const)),
  )(
    'a mail is written in the language %s from the template %s, as HTML and as text',
    async (language, _, mail) => {
      await mailer.send({ to: [TO], language, ...mail });
      const { headers, text, html } = newestInOutbox();
      const { platformName: _name, ...values } = mail.context;
      expect(headers.get('subject')).toContain(platformName);
      // The file must contain a code as plain text, so that nobody has to decode it.
      expect(newestFile().includes('012345')).toBe('code' in values);
      expect(html).toMatch(new RegExp(`lang=['"]${language}['"]`));
      expect(html).toContain('能源 &amp; &lt;Plantroom&gt;');
      expect(html).not.toContain('<Plantroom>');
      expect(text).toContain(platformName);
      for (const words of [text, html]) {
        expect(words).not.toMatch(/\{\{|\}\}|undefined/);
        for (const value of Object.values(values)) expect(words).toContain(String(value));
        expect(/[\u4e00-\u9fff]{4}/.test(words)).toBe(language === 'zh-CN');
      }
    },
  );

  it('a mail is sent to the currently configured server', async () => {
    const [first, second] = [await aSink(), await aSink()];
    settings.configuration = serverAt(first.port);
    await mailer.send(written());
    settings.configuration = serverAt(second.port, { user: 'plantroom', password: 'secret' });
    await mailer.send(written({ subject: 'Second', html: '<b>HTML</b>' }));
    expect(await first.next(TO)).toMatchObject({ recipients: [TO], user: undefined });
    const mail = await second.next(TO);
    expect(mail).toMatchObject({
      recipients: [TO],
      user: 'plantroom',
      text: expect.stringContaining('Text'),
    });
    expect(mail.html).toContain('<b>HTML</b>');
    expect(first.mails).toEqual([]);
  });

  it('a mail is delivered to its recipients and to nobody else', async () => {
    const sink = await aSink();
    settings.configuration = serverAt(sink.port);
    await mailer.send(written({ to: [TO, 'bob@example.org', TO] }));
    expect((await sink.next(TO)).recipients).toEqual([TO, 'bob@example.org']);
    await expect(mailer.send(written({ to: [`${TO}\r\nRCPT TO:<eve@example.org>`] }))).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(mailer.send(written({ text: { path: '/etc/passwd' } }))).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(sink.mails).toEqual([]);
  });

  it('a mail to 51 recipients is refused as a whole, unless the operator raises the limit', async () => {
    const sink = await aSink();
    settings.configuration = serverAt(sink.port);
    const to = Array.from({ length: 51 }, (_, index) => `a${index}@example.org`);
    await expect(mailer.send(written({ to }))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The mail cannot be sent: to must not name more than 50 recipients.',
    });
    expect(sink.mails).toEqual([]);
    const generous = await moduleOf(testEnvironment({ LIMIT_MAIL_RECIPIENTS: 51, LIMIT_MAIL_MS: 60_000 }));
    try {
      await generous.get(Mailer).send(written({ to }));
    } finally {
      await generous.close();
    }
    expect(sink.mails.map(({ recipients }) => recipients)).toEqual([to]);
  });

  it('a mail fails without a retry if the server refuses the recipient', async () => {
    const sink = await aSink({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    });
    settings.configuration = serverAt(sink.port);
    await expect(mailer.send(written())).rejects.toMatchObject({
      kind: 'upstream_failed',
      code: 'mail_refused',
    });
  });

  it('a mail can be retried if the server is unreachable', async () => {
    settings.configuration = serverAt(1);
    await expect(mailer.send(written())).rejects.toMatchObject({
      kind: 'upstream_failed',
      code: 'mail_failed',
    });
  });

  it('a mail has a time limit, after which the connection is closed', async () => {
    let hungUp: Promise<void> | undefined;
    // Each line arrives within the idle limit, so only the limit for the whole mail is exceeded.
    const drip = createServer((socket) => {
      socket.on('error', () => undefined);
      const dripping = setInterval(() => socket.write('220-wait\r\n'), LIMIT_MAIL_MS / 5);
      hungUp = new Promise((resolve) => {
        socket.on('close', () => {
          clearInterval(dripping);
          resolve();
        });
      });
    }).listen(0, '127.0.0.1');
    settings.configuration = serverAt(await portOf(drip));
    const startedAtMs = performance.now();
    await expect(mailer.send(written())).rejects.toMatchObject({ kind: 'upstream_timeout' });
    expect(performance.now() - startedAtMs).toBeLessThan(4 * LIMIT_MAIL_MS);
    await hungUp;
    drip.close();
  });

  it('a mail has the time limit that its caller sets if that limit is shorter than the configured limit', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    settings.configuration = serverAt(await portOf(silent));
    const patient = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(testEnvironment({ LIMIT_MAIL_MS: 120_000 }))],
      providers,
    }).compile();
    // Without this limit, the call would take longer than the time limit of the test.
    const sent = patient.get(Mailer).send(written(), { limitMs: 100 });
    await expect(sent).rejects.toMatchObject({ kind: 'upstream_timeout' });
    await patient.close();
    silent.close();
  });
});

async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}
