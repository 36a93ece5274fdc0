import { type Static, Type } from '@sinclair/typebox';
import { defineNode, NodeFault, referenceField } from '@app/workflow-engine';
import { describeData } from './describe-data';

const NO_SERVER = 'No mail server is configured, so mails are only written to the outbox folder.';

const Config = Type.Object({
  to: Type.Union([Type.String(), Type.Array(Type.String())], {
    title: 'To',
    description: 'Addresses without display names, either as a list or as one text with commas.',
    examples: ['ada@example.org, bob@example.org', ['{{ triggerData.mail }}']],
  }),
  subject: Type.String({
    title: 'Subject',
    description: 'Subject of the mail, one line.',
    minLength: 1,
    maxLength: 998,
    examples: ['Chiller {{ triggerData.code }} stands still'],
  }),
  body: Type.String({ title: 'Text', description: 'Body of the mail, plain text.', maxLength: 200_000 }),
  attachments: Type.Optional(
    Type.Array(referenceField('file', Type.String({ minLength: 1, maxLength: 100 })), {
      title: 'Attachments',
      description: 'Ids of the files to attach. `LIMIT_MAIL_ATTACHMENT_BYTES` limits their total size.',
      maxItems: 10,
      examples: [['{{ nodeOutputs.report.fileId }}']],
    }),
  ),
});

/**
 * Sends the mail at least once. If a worker dies after the mail server has accepted the mail and before the result is
 * recorded, the mail is sent again. Both mails have the same Message-ID, so many mailboxes show only one of them.
 */
export const emailNode = defineNode({
  type: 'email',
  name: 'E-mail',
  description:
    'Sends a mail through the configured mail server. All recipients see each other. After a crash it may be sent ' +
    'twice, with the same Message-ID. Workflows send at most `LIMIT_WORKFLOW_MAILS_PER_HOUR` mails to one address.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      to: Type.Array(Type.String(), { description: 'The recipients.' }),
      subject: Type.String({ description: 'The subject.' }),
      sent: Type.Boolean({
        description:
          'True if a mail server has accepted the mail. False if no mail server is configured and the mail ' +
          'was written to the outbox folder.',
      }),
    }),
  ),
  needs: ['mail'],
  acts: true,
  savedChecks: [
    {
      fields: ['to'],
      check: ({ to }, { mail }) => mail.check({ to: recipientsOf(to), subject: '', text: '' }),
    },
  ],
  async rehearse({ to, subject, body, attachments = [] }, log, { ports }) {
    const recipients = recipientsOf(to);
    await ports.mail.check({ to: recipients, subject, text: body, attachments });
    log(`Would have sent "${subject}" to ${recipients.join(', ')}${filesText(attachments)}.`);
    const sent = await ports.mail.hasServer();
    if (!sent) log(NO_SERVER);
    return { to: recipients, subject, sent };
  },
  async run(step) {
    const { to, subject, body, attachments = [] } = step.config;
    const recipients = recipientsOf(to);
    const { signal } = step;
    signal.throwIfAborted();
    const mail = { to: recipients, subject, text: body, key: step.idempotencyKey, signal };
    const { toOutbox } = await step.ports.mail.send(attachments.length > 0 ? { ...mail, attachments } : mail);
    step.log(
      toOutbox
        ? `The mail was not sent. ${NO_SERVER}`
        : `Sent to ${recipients.length} ${recipients.length === 1 ? 'recipient' : 'recipients'}${filesText(attachments)}.`,
    );
    return { kind: 'done', output: { to: recipients, subject, sent: !toOutbox } };
  },
});

function filesText({ length }: readonly string[]): string {
  if (length === 0) return '';
  return ` with ${length} ${length === 1 ? 'attachment' : 'attachments'}`;
}

/** The mailer checks the addresses and their number. */
function recipientsOf(to: Static<typeof Config>['to']): string[] {
  const addresses = typeof to === 'string' ? to.split(',') : to;
  const recipients = addresses.map((address) => address.trim()).filter((address) => address !== '');
  if (recipients.length === 0) throw new NodeFault('no_recipient', 'The mail has no recipient.');
  return [...new Set(recipients)];
}
