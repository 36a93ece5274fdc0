import { join } from 'node:path';
import { Environment } from '@app/config';
import { DomainError, hideSecrets, say } from '@app/kernel';
import type { ISendMailOptions, MailerService } from '@nestjs-modules/mailer';
import { Injectable } from '@nestjs/common';
import { composeMessage } from './compose-message';
import { type MailConfiguration, MailSettings, type SmtpServer } from './mail-settings';
import { type Mail, Mailer, type SendOptions, type SentMail } from './mailer';
import { openMailerService } from './transports/open-mailer-service';
import { OutboxTransport } from './transports/outbox-transport';

interface OpenService {
  /** The settings with which the transport was opened, as JSON. */
  server: string;
  service: Promise<MailerService>;
}

/** Sends mail through the server of the current settings. */
@Injectable()
export class TransportMailer extends Mailer {
  private open: OpenService | undefined;

  constructor(
    private readonly settings: MailSettings,
    private readonly environment: Environment,
  ) {
    super();
  }

  override async check(mail: Mail): Promise<void> {
    this.compose(mail, await this.settings.read());
  }

  override async send(mail: Mail, { limitMs = Infinity }: SendOptions = {}): Promise<SentMail> {
    const settings = await this.settings.read();
    const message = this.compose(mail, settings);
    const { server } = settings;
    const service = await this.serviceFor(server);
    const signal = AbortSignal.timeout(Math.min(limitMs, this.environment.LIMIT_MAIL_MS));
    try {
      await service.sendMail({ ...message, signal });
      return { toOutbox: server === null };
    } catch (error) {
      throw failure(error, server);
    }
  }

  private compose(mail: Mail, { from }: MailConfiguration): ISendMailOptions {
    return composeMessage(mail, from, this.environment.LIMIT_MAIL_RECIPIENTS);
  }

  private serviceFor(server: SmtpServer | null): Promise<MailerService> {
    const key = JSON.stringify(server);
    if (this.open?.server === key) return this.open.service;
    const { DATA_DIR, LIMIT_MAIL_MS } = this.environment;
    const transport = server
      ? smtpOptions(server, LIMIT_MAIL_MS)
      : new OutboxTransport(join(DATA_DIR, 'outbox'));
    const opening = { server: key, service: openMailerService(transport) };
    this.open = opening;
    opening.service.catch(() => {
      if (this.open === opening) this.open = undefined;
    });
    return opening.service;
  }
}

function failure(error: unknown, server: SmtpServer | null): DomainError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const cause = new Error(withoutCredentials(withoutAddresses(error), server));
  if (code === 'EABORT' || code === 'ETIMEDOUT') {
    const message = say('mail_timeout');
    return new DomainError('upstream_timeout', 'mail_timeout', message, { cause });
  }
  // A permanent refusal, such as 550 (no such mailbox), would occur again. The status 503 only concerns the order of
  // commands, so it is retried.
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode !== 503;
  const message = say('mail_failed');
  return new DomainError('upstream_failed', isFinal ? 'mail_refused' : 'mail_failed', message, { cause });
}

/** Returns the text of an error for the log. It contains the status of the server but no addresses of people. */
function withoutAddresses(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/[^\s<>"',;:]+@[^\s<>"',;:]+/g, '(address)');
}

/**
 * Removes the password from an answer of the server, which may repeat what the client sent. The client sends the
 * password in base64, either alone or after the user name.
 */
function withoutCredentials(text: string, server: SmtpServer | null): string {
  const { user, password } = server ?? {};
  if (!password) return text;
  const sent = [password, `\0${user}\0${password}`].map((secret) => Buffer.from(secret).toString('base64'));
  return hideSecrets(text, { password: [password, ...sent] });
}

/** Returns the options of nodemailer for a mail server, with the time limit `limitMs` for each command. */
function smtpOptions({ host, port, secure, user, password }: SmtpServer, limitMs: number) {
  return {
    host,
    port: port ?? (secure ? 465 : 587),
    secure,
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
  };
}
