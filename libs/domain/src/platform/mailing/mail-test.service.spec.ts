import { Actor, assertAwaited, currentRequest, DomainError, runInRequest } from '@app/kernel';
import type { Mail, SendOptions } from '@app/mail';
import type { AuditRecord } from '../audit/audit-record';
import { MailTestService } from './mail-test.service';

const TO = 'ann@example.org';
const actor = Actor.system('test');

const abandon = () => Object.assign(currentRequest() ?? {}, { abandoned: true });

describe('MailTestService', () => {
  const sent: { mail: Mail; options?: SendOptions }[] = [];
  const audited: AuditRecord[] = [];
  let failure: Error | null;

  const mailer = {
    check: async () => undefined,
    send: async (mail: Mail, options?: SendOptions) => {
      if (failure) throw failure;
      sent.push({ mail, options });
      return { toOutbox: false };
    },
  };
  const settings = { platformName: 'Works', language: 'en-US' };
  const configuration = { reread: async () => settings };
  const audit = {
    record: async (_actor: Actor, record: AuditRecord) => {
      assertAwaited();
      audited.push(record);
    },
  };
  const tests = new MailTestService(mailer, configuration as never, audit as never);

  beforeEach(() => {
    failure = null;
    sent.length = 0;
    audited.length = 0;
  });

  it('sends one message within the time limit of a request', async () => {
    expect(await tests.send(actor, TO)).toEqual({ success: true });
    expect(sent).toEqual([
      {
        mail: { to: [TO], language: 'en-US', template: 'mail-test', context: { platformName: 'Works' } },
        options: { limitMs: 8000 },
      },
    ]);
    expect(audited).toEqual([{ action: 'mail.tested', target: TO, after: { success: true } }]);
  });

  it("reports the server's answer in one short line, and audits it", async () => {
    const cause = new Error(`535 5.7.8\r\n Authentication failed ${'x'.repeat(1000)}`);
    failure = new DomainError('upstream_failed', 'mail_refused', 'The mail server refused.', { cause });
    const result = await tests.send(actor, TO);
    expect(result.error).toMatch(/^The mail server refused\. 535 5\.7\.8 Authentication failed x+$/);
    expect(result.error).toHaveLength(500);
    expect(audited).toEqual([{ action: 'mail.tested', target: TO, after: result }]);
  });

  it('sends nothing after the request was answered', async () => {
    jest.spyOn(configuration, 'reread').mockImplementationOnce(async () => {
      abandon();
      return settings;
    });
    const sending = runInRequest('request', () => tests.send(actor, TO));
    await expect(sending).rejects.toMatchObject({ code: 'request_abandoned' });
    expect(sent).toEqual([]);
  });

  it('audits a message that was sent, even if the request was answered meanwhile', async () => {
    const send = mailer.send.bind(mailer);
    jest.spyOn(mailer, 'send').mockImplementationOnce((...given) => {
      abandon();
      return send(...given);
    });
    await runInRequest('request', () => tests.send(actor, TO));
    expect([sent.length, audited.length]).toEqual([1, 1]);
  });

  it('does not report unexpected errors as errors of the mail server', async () => {
    failure = new TypeError('template is undefined');
    await expect(tests.send(actor, TO)).rejects.toThrow(TypeError);
  });
});
