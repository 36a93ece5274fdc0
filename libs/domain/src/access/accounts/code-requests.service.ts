import { Environment } from '@app/config';
import { type Limit, Throttle, clientKey } from '@app/ephemeral';
import { currentRequest, foldName } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountMails } from './account-mails';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { findAccountByEmail } from './accounts.queries';
import { registrationClosed } from './registration-closed';
import { type CodePurpose, VerificationCodes } from './verification-codes';

/**
 * Mails codes on request. Only the owner of the mailbox can find out whether the address has an account: the response
 * is the same with and without an account, and the mail is sent after the response.
 */
@Injectable()
export class CodeRequestsService {
  private readonly limits: Record<'perClient' | 'interval' | 'perMailbox', Limit>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly codes: VerificationCodes,
    private readonly mails: AccountMails,
    private readonly configuration: ConfigurationService,
    throttle: Throttle,
    environment: Environment,
  ) {
    const windowSeconds = environment.LIMIT_CODES_WINDOW_SECONDS;
    const limit = (name: string, points: number, seconds = windowSeconds) =>
      throttle.limit({ name: `code-${name}`, points, windowSeconds: seconds });
    this.limits = {
      perClient: limit('client', environment.LIMIT_CODES_PER_CLIENT),
      interval: limit('interval', 1, environment.LIMIT_CODE_INTERVAL_SECONDS),
      perMailbox: limit('mailbox', environment.LIMIT_CODES_PER_MAILBOX),
    };
  }

  /**
   * Mail a registration code. If the address already has an account, mail a notice instead of a code.
   * @throws DomainError `registration_closed`, `too_many_attempts`
   */
  async forRegistration(email: string): Promise<void> {
    if (!(await this.configuration.registrationEnabled())) throw registrationClosed();
    await this.throttle('register', email);
    const user = await findAccountByEmail(this.dataSource.manager, email);
    const code = await this.codes.issue('register', email);
    if (user) this.mails.sendAlreadyRegistered(user);
    else this.mails.sendRegisterCode(email, code);
  }

  /**
   * Mail a code to reset the password. Nothing is mailed to an unknown address.
   * @throws DomainError `too_many_attempts`
   */
  async forReset(email: string): Promise<void> {
    await this.throttle('reset', email);
    const user = await findAccountByEmail(this.dataSource.manager, email);
    const code = await this.codes.issue('reset', email);
    if (user) this.mails.sendResetCode(user, code);
  }

  /** The client's limit is checked first, so that refused requests do not use up the mailbox's limit. */
  private async throttle(purpose: CodePurpose, email: string): Promise<void> {
    const mailbox = `${purpose} ${foldName(email)}`;
    await this.limits.perClient.count(clientKey(currentRequest()?.clientAddress ?? ''));
    await this.limits.interval.count(mailbox);
    await this.limits.perMailbox.count(mailbox);
  }
}
