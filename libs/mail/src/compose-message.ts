import { createHash } from 'node:crypto';
import { DomainError, type ErrorDetail, say } from '@app/kernel';
import type { ISendMailOptions } from '@nestjs-modules/mailer';
import { isMailAddress, parseSender, type Sender } from './mail-address';
import { subjectOf } from './mail-templates';
import type { Mail, MailAttachment, WrittenMail } from './mailer';

const DEFAULT_FROM = 'no-reply@localhost';
/** Maximum length of a subject, which is the line length of RFC 5322. */
const MAX_SUBJECT = 998;

/**
 * Composes the message of `mail`.
 * @param from `Name <address>` or an address
 * @throws DomainError `invalid` if the mail must not or cannot be sent
 */
export function composeMessage(mail: Mail, from: string | null, maxRecipients: number): ISendMailOptions {
  assertRecipients(mail.to, maxRecipients);
  const sender = parseSender(from ?? DEFAULT_FROM);
  if (!sender)
    throw DomainError.invalid(`The configured sender address "${from}" is not a valid e-mail address.`);
  // The addresses are passed as objects, so that nodemailer does not parse them again.
  const to = [...new Set(mail.to)].map((address) => ({ name: '', address }));
  // Unlike base64, this encoding keeps digits and Latin words readable in the files of the outbox folder.
  const textEncoding = 'quoted-printable' as const;
  const attachments = mail.attachments?.map(attachmentOf);
  const envelope = { from: sender, to, textEncoding, attachments, ...messageIdOf(mail, sender) };
  if (!('template' in mail)) return { ...envelope, ...writtenWords(mail) };
  const { template, language, context } = mail;
  const path = `${language}/${template}`;
  return {
    ...envelope,
    subject: oneLine(subjectOf(template, language, context)),
    template: path,
    textTemplate: path,
    context: { ...context, language },
  };
}

/**
 * Returns the message id of a mail. The key is hashed, because it may contain characters that are not allowed in a
 * header. Without a key, nodemailer generates an id.
 */
function messageIdOf({ key }: Mail, sender: Sender): { messageId?: string } {
  if (key === undefined) return {};
  const [, domain = 'localhost'] = sender.address.split('@');
  return { messageId: `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>` };
}

/**
 * Returns an attachment that contains only the known fields, because other fields, such as a path, would make
 * nodemailer read a file.
 */
function attachmentOf({ name, mimeType, content }: MailAttachment) {
  if (!Buffer.isBuffer(content)) throw unfit([{ path: 'attachments', ...say('not_buffer') }]);
  return { filename: oneLine(name), contentType: mimeType, content };
}

function assertRecipients(to: readonly unknown[], max: number): void {
  if (to.length === 0) throw unfit([{ path: 'to', ...say('no_recipient') }]);
  if (to.length > max) throw unfit([{ path: 'to', ...say('too_many_recipients', { most: max }) }]);
  const details = to.flatMap((address, index) =>
    isMailAddress(address) ? [] : [{ path: `to[${index}]`, ...say('not_mail_address') }],
  );
  if (details.length > 0) throw unfit(details);
}

/**
 * Checks that the parts of a mail are texts. Values of templates may have any type, and an object `{path}` would make
 * nodemailer attach a file.
 */
function writtenWords({ subject, text, html }: WrittenMail): WrittenMail {
  const words: Record<string, unknown> = { subject, text, ...(html !== undefined && { html }) };
  const details = Object.entries(words).flatMap(([path, value]) =>
    typeof value === 'string' ? [] : [{ path, ...say('not_text') }],
  );
  if (details.length > 0) throw unfit(details);
  if (subject !== oneLine(subject) || subject.length > MAX_SUBJECT) {
    throw unfit([{ path: 'subject', ...say('not_subject', { most: MAX_SUBJECT }) }]);
  }
  return { subject, text, ...(html !== undefined && { html }) };
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

function unfit(details: ErrorDetail[]): DomainError {
  const [{ path, message } = { path: '', message: '' }] = details;
  return DomainError.invalid(`The mail cannot be sent: ${path} ${message}.`, details);
}
