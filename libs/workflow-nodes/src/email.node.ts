import { type Static, Type } from '@sinclair/typebox';
import { defineNode, NodeFault } from '@app/workflow-engine';
import { describeData } from './describe-data';

const Config = Type.Object({
  to: Type.Union([Type.String(), Type.Array(Type.String())], {
    title: 'To',
    description: 'Addresses without display names: a list, or one text separated by commas.',
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
});

/**
 * Sent at least once: if a worker dies after the mail server has accepted the mail and before the result is recorded,
 * the mail is sent again. Both mails have the same Message-ID, so many mailboxes show only one.
 */
export const emailNode = defineNode({
  type: 'email',
  name: 'E-mail',
  description:
    'Sends a mail through the configured mail server. All recipients see each other. After a crash it may be sent ' +
    'twice, with the same Message-ID.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      to: Type.Array(Type.String(), { description: 'The recipients.' }),
      subject: Type.String({ description: 'The subject.' }),
    }),
  ),
  needs: ['mail'],
  acts: true,
  rehearse({ to, subject }, log) {
    const recipients = recipientsOf(to);
    log(`Would have sent "${subject}" to ${recipients.join(', ')}.`);
    return { to: recipients, subject };
  },
  async run(step) {
    const { to, subject, body } = step.config;
    const recipients = recipientsOf(to);
    step.signal.throwIfAborted();
    await step.ports.mail.send({ to: recipients, subject, text: body, key: step.idempotencyKey });
    step.log(`Sent to ${recipients.length} ${recipients.length === 1 ? 'recipient' : 'recipients'}.`);
    return { kind: 'done', output: { to: recipients, subject } };
  },
});

/** The mailer checks the addresses and their number. */
function recipientsOf(to: Static<typeof Config>['to']): string[] {
  const addresses = typeof to === 'string' ? to.split(',') : to;
  const recipients = addresses.map((address) => address.trim()).filter((address) => address !== '');
  if (recipients.length === 0) throw new NodeFault('no_recipient', 'The mail has no recipient.');
  return [...new Set(recipients)];
}
