// Runs in the full check only: servers fail, hang, and come back.
import { EnvironmentModule } from '@app/config';
import { Mailer, MailDispatch, mailProviders, MailSettings } from '@app/mail';
import { Test, type TestingModule } from '@nestjs/testing';
import { LINE_FAULTS } from '../factories/line-faults';
import { TcpRelay } from '../factories/tcp-relay';
import { testEnvironment, waitFor } from '../harness';
import { MailSink } from '../servers/mail-sink';

const LIMIT_MAIL_MS = 3000;
/** The maximum duration of a mail: its time limit, and a margin for a busy machine. */
const BOUND_MS = LIMIT_MAIL_MS + 10_000;
const MAIL = { to: ['ada@example.org'], subject: 'Subject', text: 'Text' };

describe('a mail over a faulty connection', () => {
  let sink: MailSink;
  let relay: TcpRelay;
  let module: TestingModule;

  beforeEach(async () => {
    sink = await MailSink.start();
    relay = await TcpRelay.before(`smtp://127.0.0.1:${sink.port}`);
    const port = Number(new URL(relay.url).port);
    const settings: MailSettings = {
      read: () =>
        Promise.resolve({
          server: { host: '127.0.0.1', port, secure: false, user: null, password: null },
          from: 'plantroom@example.org',
        }),
    };
    module = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(testEnvironment({ LIMIT_MAIL_MS }))],
      providers: [...mailProviders, { provide: MailSettings, useValue: settings }],
    }).compile();
  });
  afterEach(async () => {
    await relay.cut();
    await module.close();
    await sink.stop();
  });

  const send = () => module.get(Mailer).send(MAIL);

  it.each(LINE_FAULTS)(
    'if the connection $name, a mail fails in time, and the next mail is sent afterwards',
    async (fault) => {
      await send();
      await fault.begin(relay);
      const startMs = performance.now();
      await expect(send()).rejects.toMatchObject(
        fault.isSilent
          ? { kind: 'upstream_timeout', code: 'mail_timeout' }
          : { kind: 'upstream_failed', code: 'mail_failed' },
      );
      expect(performance.now() - startMs).toBeLessThan(BOUND_MS);
      expect(relay.hasAnswerToCut).toBe(false);
      await fault.end(relay);
      const before = sink.mails.length;
      await send();
      expect(sink.mails).toHaveLength(before + 1);
    },
  );

  it('a mail is sent by a later attempt when the connection is back', async () => {
    const attempts = jest.spyOn(module.get(Mailer), 'send').mock.results;
    await relay.cut();
    module.get(MailDispatch).post('code', () => Promise.resolve(MAIL));
    const first = await waitFor(() => attempts[0], { what: 'the first attempt' });
    await expect(first.value).rejects.toMatchObject({ kind: expect.stringMatching(/^upstream/) });
    await relay.mend();
    expect(await sink.next('ada@example.org')).toMatchObject({ recipients: MAIL.to });
    expect(attempts).toHaveLength(2);
  });
});
