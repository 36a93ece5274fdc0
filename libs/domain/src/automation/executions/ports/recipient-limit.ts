import { Environment } from '@app/config';
import { type Limit, Throttle } from '@app/ephemeral';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/** Limits the mails of all workflows to one address, so that a flood of events does not become a flood of mails. */
@Injectable()
export class RecipientLimit {
  private readonly points: number;
  private readonly limit: Limit;

  constructor(throttle: Throttle, { LIMIT_WORKFLOW_MAILS_PER_HOUR: points }: Environment) {
    this.points = points;
    this.limit = throttle.limit({ name: 'workflow-mails', points, windowSeconds: 3600 });
  }

  /**
   * Counts a mail for each recipient, or for none of them if one has reached the limit.
   * @throws DomainError `too_many`
   */
  async count(recipients: readonly string[]): Promise<void> {
    const counted: string[] = [];
    for (const recipient of recipients) {
      const mailbox = recipient.toLowerCase();
      counted.push(mailbox);
      try {
        await this.limit.count(mailbox);
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind !== 'too_many') throw error;
        for (const each of counted) await this.limit.uncount(each);
        throw this.tooMany(mailbox, error);
      }
    }
  }

  private tooMany(mailbox: string, { retryAfterSeconds }: DomainError): DomainError {
    const message =
      `Workflows have already sent ${this.points} mails to ${mailbox} within an hour ` +
      `(LIMIT_WORKFLOW_MAILS_PER_HOUR).`;
    return new DomainError('too_many', 'too_many_mails', message, { retryAfterSeconds });
  }
}
