import type { MailLanguage, TemplateMail } from './mail-templates';

/** A mail with its own text instead of a template. */
export interface WrittenMail {
  subject: string;
  text: string;
  html?: string;
}

/** The recipients and the identity of a mail. */
export interface MailEnvelope {
  /** The recipients. Each of them can see the others. */
  to: readonly string[];
  /**
   * Identifies the mail. All attempts to send it have the same key and therefore the same message id, by which
   * mailboxes recognize repeats.
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
  /** A time limit in milliseconds that is shorter than `LIMIT_MAIL_MS`. */
  limitMs?: number;
}

export type Mail = MailEnvelope & (WrittenMail | (TemplateMail & { language: MailLanguage }));

/** How a mail was sent. */
export interface SentMail {
  /** True if the mail was only written to the outbox folder, because no mail server is configured. */
  toOutbox: boolean;
}

/** Sends mail to the mail server, or writes it to the outbox folder if no server is configured. */
export abstract class Mailer {
  /**
   * Composes a mail without sending it.
   * @throws DomainError `invalid` if a recipient or a text must not be sent
   */
  abstract check(mail: Mail): Promise<void>;

  /**
   * Sends a mail. Resolves when the server has accepted it.
   * @throws DomainError `invalid` if a recipient or a text must not be sent; `upstream_timeout` after the time limit;
   *   `upstream_failed` if the server refuses the mail. The cause is the server's answer, without addresses and
   *   credentials
   */
  abstract send(mail: Mail, options?: SendOptions): Promise<SentMail>;
}
