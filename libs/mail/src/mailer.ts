import type { MailLanguage, TemplateMail } from './mail-templates';

/** A mail with its own text instead of a template. */
export interface WrittenMail {
  subject: string;
  text: string;
  html?: string;
}

/** The recipients and the identity of a mail. */
export interface MailEnvelope {
  /** Each recipient gets the mail, and sees the other recipients. */
  to: readonly string[];
  /**
   * Identifies the mail. All attempts to send it have the same key and so the same message id, by which mailboxes
   * recognize repeats.
   */
  key?: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  name: string;
  mimeType: string;
  content: Buffer;
}

export interface SendOptions {
  /** A time limit that is shorter than `LIMIT_MAIL_MS`. */
  limitMs?: number;
}

export type Mail = MailEnvelope & (WrittenMail | (TemplateMail & { language: MailLanguage }));

/** Passes mail to the mail server, or writes it to the outbox folder if there is no server. */
export abstract class Mailer {
  /**
   * Resolves when the server has accepted the mail.
   * @throws DomainError `invalid` if recipients or text must not be sent, `upstream_timeout` after the time limit,
   * `upstream_failed` if the server refuses. The cause is the server's answer, without addresses and credentials
   */
  abstract send(mail: Mail, options?: SendOptions): Promise<void>;
}
