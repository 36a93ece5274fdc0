import type { MailLanguage, TemplateMail } from './mail-templates';

/** A mail in words that its sender brings along. */
export interface WrittenMail {
  subject: string;
  text: string;
  html?: string;
}

/** One mail, which every recipient gets and sees the others on. */
export type Mail = { to: readonly string[] } & (WrittenMail | (TemplateMail & { language: MailLanguage }));

/** Hands mail over to the mail server, or writes it to the outbox folder where there is none. */
export abstract class Mailer {
  /**
   * Resolves once the server has taken the mail.
   * @throws DomainError `invalid` for recipients, or words, that are not fit to be sent, `upstream_timeout` after 10 s, and
   * `upstream_failed` for what the server refuses
   */
  abstract send(mail: Mail): Promise<void>;
}
