import type { JsonObject, MailPort } from '@app/workflow-engine';
import { DomainError } from '@app/kernel';
import { ACCEPTING, rehearseNode, tryNode } from '../../../test/factories/node-trial';
import { emailNode } from './email.node';

type SentMail = Parameters<MailPort['send']>[0];

function aMailer(failure?: Error, toOutbox = false) {
  const mails: SentMail[] = [];
  const send = (mail: SentMail) => {
    if (failure) return Promise.reject(failure);
    mails.push(mail);
    return Promise.resolve({ toOutbox });
  };
  return { mails, ports: { mail: { ...ACCEPTING, hasServer: () => Promise.resolve(!toOutbox), send } } };
}

const aMail = (overrides: JsonObject = {}): JsonObject => ({
  to: 'ada@example.org',
  subject: 'Chiller {{ triggerData.code }}',
  body: 'It stands still since {{ triggerData.since }}.',
  ...overrides,
});
const triggerData = { code: 'CH1', since: 8, mail: 'eve@example.org', mails: ['a@b.org', 'c@d.org'] };

describe('email', () => {
  it('sends a mail from its templates, with the idempotency key of the node run', async () => {
    const { mails, ports } = aMailer();
    expect(await tryNode(emailNode, aMail(), { ports, triggerData })).toEqual({
      outcome: { kind: 'done', output: { to: ['ada@example.org'], subject: 'Chiller CH1', sent: true } },
      logs: ['Sent to 1 recipient.'],
    });
    expect(mails).toEqual([
      {
        to: ['ada@example.org'],
        subject: 'Chiller CH1',
        text: 'It stands still since 8.',
        key: 'execution-1/node-1',
        signal: expect.any(AbortSignal),
      },
    ]);
  });

  it.each<[string, JsonObject['to'], string[]]>([
    ['one text', 'a@b.org, c@d.org,', ['a@b.org', 'c@d.org']],
    ['a text with templates', 'a@b.org,{{ triggerData.mail }}', ['a@b.org', 'eve@example.org']],
    ['a list', ['a@b.org', ' {{ triggerData.mail }} '], ['a@b.org', 'eve@example.org']],
    ['a list in the trigger data', '{{ triggerData.mails }}', ['a@b.org', 'c@d.org']],
    ['one address twice', 'a@b.org,a@b.org', ['a@b.org']],
    // The mailer refuses this entry. The node must not split it into two addresses.
    ['a list whose entry has a comma', ['a@b.org,c@d.org'], ['a@b.org,c@d.org']],
  ])('takes its recipients from %s', async (_, to, recipients) => {
    const { mails, ports } = aMailer();
    await tryNode(emailNode, aMail({ to }), { ports, triggerData });
    expect(mails).toMatchObject([{ to: recipients }]);
  });

  it('sends a number or a boolean as text', async () => {
    const { mails, ports } = aMailer();
    const mail = aMail({ subject: '{{ triggerData.since }}', body: '{{ triggerData.since > 7 }}' });
    await tryNode(emailNode, mail, { ports, triggerData });
    expect(mails).toMatchObject([{ subject: '8', text: 'true' }]);
  });

  it.each<[string, JsonObject, string]>([
    ['a text without an address', { to: ' , ' }, 'no_recipient'],
    ['an empty list', { to: [] }, 'no_recipient'],
    ['a recipient that is missing', { to: '{{ triggerData.missing }}' }, 'config_invalid'],
    ['a recipient that is an object', { to: ['{{ triggerData }}'] }, 'config_invalid'],
    ['a subject that is missing', { subject: '{{ triggerData.missing }}' }, 'config_invalid'],
    ['an empty subject', { subject: '{{ "" }}' }, 'config_invalid'],
    ['a body that is an object', { body: '{{ triggerData }}' }, 'config_invalid'],
    ['too many attachments', { attachments: Array<string>(11).fill('x') }, 'config_invalid'],
    ['a body that names a file', { body: { path: '/etc/passwd' } }, 'config_invalid'],
  ])('sends nothing for %s', async (_, overrides, code) => {
    const { mails, ports } = aMailer();
    const run = tryNode(emailNode, aMail(overrides), { ports, triggerData });
    await expect(run).rejects.toMatchObject({ code });
    expect(mails).toEqual([]);
  });

  it('logs that the mail was only written to the outbox if no mail server is configured', async () => {
    const { ports } = aMailer(undefined, true);
    expect(await tryNode(emailNode, aMail(), { ports, triggerData })).toMatchObject({
      outcome: { output: { sent: false } },
      logs: [
        'The mail was not sent. No mail server is configured, so mails are only written to the outbox folder.',
      ],
    });
  });

  it('attaches files by their ids', async () => {
    const { mails, ports } = aMailer();
    const saved = aMail({ attachments: ['file-1', '{{ triggerData.code }}'] });
    const { logs } = await tryNode(emailNode, saved, { ports, triggerData });
    expect(mails).toMatchObject([{ attachments: ['file-1', 'CH1'] }]);
    expect(logs).toEqual(['Sent to 1 recipient with 2 attachments.']);
    expect((await rehearseNode(emailNode, saved, { ports, triggerData })).logs).toEqual([
      'Would have sent "Chiller CH1" to ada@example.org with 2 attachments.',
    ]);
  });

  it('fails with the error of the mailer', async () => {
    const error = new DomainError('upstream_timeout', 'mail_timeout', 'The mail server did not answer.');
    await expect(tryNode(emailNode, aMail(), aMailer(error))).rejects.toBe(error);
  });

  it('sends nothing after it was aborted', async () => {
    const { mails, ports } = aMailer();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(tryNode(emailNode, aMail(), { ports, signal })).rejects.toThrow('called off');
    expect(mails).toEqual([]);
  });

  it.each<[string, boolean, string[]]>([
    ['with a mail server', true, []],
    [
      'without a mail server',
      false,
      ['No mail server is configured, so mails are only written to the outbox folder.'],
    ],
  ])('sends nothing in a dry run %s', async (_, sent, further) => {
    const { mails, ports } = aMailer(undefined, !sent);
    const mail = aMail({ to: 'a@b.org,c@d.org' });
    expect(await rehearseNode(emailNode, mail, { ports, triggerData })).toEqual({
      output: { to: ['a@b.org', 'c@d.org'], subject: 'Chiller CH1', sent },
      logs: ['Would have sent "Chiller CH1" to a@b.org, c@d.org.', ...further],
    });
    expect(mails).toEqual([]);
  });
});
