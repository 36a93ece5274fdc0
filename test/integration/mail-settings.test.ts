import { Outbox } from '../factories/outbox';
import { RunningApi } from '../factories/running-api';
import { MailSink } from '../servers/mail-sink';

const TO = 'ann@example.org';
const PASSWORD = 'hidden-password';
const ENCODED = Buffer.from(`\0plantroom\0${PASSWORD}`).toString('base64');

const at = ({ port }: MailSink, more = {}) => ({
  host: '127.0.0.1',
  port,
  user: null,
  password: null,
  ...more,
});

describe('the mail settings', () => {
  let api: RunningApi;
  let token: string;
  const sinks: MailSink[] = [];

  beforeAll(async () => {
    api = await RunningApi.start();
    token = await api.signIn();
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all(sinks.map((sink) => sink.stop()));
  });

  async function aSink(...options: Parameters<typeof MailSink.start>): Promise<MailSink> {
    const sink = await MailSink.start(...options);
    sinks.push(sink);
    return sink;
  }
  const change = async (mail: object) => {
    const { status } = await api.call('PUT', '/api/configs', { token, body: { mail } });
    expect(status).toBe(200);
  };
  const test = (to = TO, by = api) => by.call('POST', '/api/configs/mail/test', { token, body: { to } });

  it('mail settings can be tested without a mail server', async () => {
    expect(await test()).toMatchObject({ status: 200, body: { success: true } });
    const mail = await new Outbox(api.environment.DATA_DIR).next(TO);
    expect(mail.headers.get('subject')).toContain('Plantroom');
  });

  it('mail settings apply to the next message without a restart', async () => {
    const [first, second] = [await aSink(), await aSink()];
    await change(at(first));
    expect((await test()).body).toEqual({ success: true });
    expect(await first.next(TO)).toMatchObject({ recipients: [TO], user: undefined });
    await change(at(second, { user: 'plantroom', password: PASSWORD, from: 'Works <works@example.org>' }));
    expect((await test()).body).toEqual({ success: true });
    const mail = await second.next(TO);
    expect(mail).toMatchObject({ recipients: [TO], user: 'plantroom' });
    expect(mail.headers.get('from')).toBe('Works <works@example.org>');
    expect(first.mails).toEqual([]);
  });

  it('mail settings apply at once to a test mail from another process', async () => {
    const [first, second] = [await aSink(), await aSink()];
    const other = await api.another();
    await change(at(first));
    expect((await test(TO, other)).body).toEqual({ success: true });
    await change(at(second));
    expect((await test(TO, other)).body).toEqual({ success: true });
    await other.stopProcess();
    expect([first.mails.length, second.mails.length]).toEqual([1, 1]);
  });

  it('the report on wrong mail settings does not show the credentials, even if the server repeats them', async () => {
    const answer = `Not accepted: ${PASSWORD} ${ENCODED} of ${TO}`;
    const sink = await aSink({
      onAuth: (_credentials, _session, done) => done(Object.assign(new Error(answer), { responseCode: 535 })),
    });
    await change(at(sink, { user: 'plantroom', password: PASSWORD }));
    const { status, body, text } = await test();
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: false, error: expect.stringContaining('Not accepted: ******** ********') as string },
    });
    const entries = JSON.stringify(
      (await api.auditEntries()).filter(({ action }) => action === 'mail.tested'),
    );
    expect(entries).toContain('Not accepted');
    for (const shown of [text, entries, api.log]) {
      expect(shown).not.toContain(PASSWORD);
      expect(shown).not.toContain(ENCODED);
    }
    expect(sink.mails).toEqual([]);
  });

  it('mail settings are reported as wrong if no server listens at the address', async () => {
    await change({ host: '127.0.0.1', port: 1 });
    expect(await test()).toMatchObject({ status: 200, body: { success: false, error: expect.any(String) } });
  });

  it.each(['ann', `${TO}, bob@example.org`, `${TO}\r\nBcc: bob@example.org`, [TO], undefined])(
    'mail settings are not tested with the recipient %j',
    async (to) => {
      const answer = await api.call('POST', '/api/configs/mail/test', { token, body: { to } });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'to' }] } });
    },
  );
});
