import { Mailer } from '@app/mail';
import { type Actor, assertAwaited, DomainError, runBeyondRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { ConfigurationService } from '../configuration/configuration.service';

/** The result of sending a test message. */
export interface MailTestResult {
  success: boolean;
  /** The reason why the message was not sent. */
  error?: string;
}

/**
 * Time limit of a test message. It is shorter than the time limit of a request, because the caller waits for the
 * result.
 */
const LIMIT_MS = 8000;
const LONGEST_ERROR = 500;

/** Sends test messages with the mail settings of the platform. */
@Injectable()
export class MailTestService {
  constructor(
    private readonly mailer: Mailer,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Sends one message to `to`, and records the result in the audit log. Nothing is retried.
   * @throws RequestAbandoned if the request was answered before the message could be sent
   */
  async send(actor: Actor, to: string): Promise<MailTestResult> {
    // Refresh the cached configuration, which the mailer also uses: another process may have just changed it.
    const { platformName, language } = await this.configuration.reread();
    assertAwaited();
    const mail = { to: [to], language, template: 'mail-test', context: { platformName } } as const;
    const result = await this.mailer
      .send(mail, { limitMs: LIMIT_MS })
      .then(() => ({ success: true }), failed);
    const record = { action: 'mail.tested', target: to, after: result };
    await runBeyondRequest(() => this.audit.record(actor, record));
    return result;
  }
}

/** @throws the error itself if it is unexpected */
function failed(error: unknown): MailTestResult {
  if (!(error instanceof DomainError)) throw error;
  const answer = error.cause instanceof Error ? ` ${error.cause.message}` : '';
  const text = `${error.message}${answer}`.replace(/\s+/g, ' ').trim();
  return { success: false, error: text.slice(0, LONGEST_ERROR) };
}
