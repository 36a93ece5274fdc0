import type { MailLanguage, TemplateMail } from './mail-templates';

/** A mail in words that its sender brings along. */
export interface WrittenMail {
  subject: string;
  text: string;
  html?: string;
}

/** Whom a mail is for, and which it is. */
export interface MailEnvelope {
  /** Every recipient gets the mail and sees the others on it. */
  to: readonly string[];
  /** The same for every try of one mail, and for no other: repeats bear one message id, by which mailboxes can tell them. */
  key?: string;
}

export type Mail = MailEnvelope & (WrittenMail | (TemplateMail & { language: MailLanguage }));

/** Hands mail over to the mail server, or writes it to the outbox folder where there is none. */
export abstract class Mailer {
  /**
   * Resolves once the server has taken the mail.
   * @throws DomainError `invalid` for recipients, or words, that are not fit to be sent, `upstream_timeout` after 10 s, and
   * `upstream_failed` for what the server refuses
   */
  abstract send(mail: Mail): Promise<void>;
}
