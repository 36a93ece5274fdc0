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
    for (const mailbox of recipients.map((recipient) => recipient.toLowerCase())) {
      counted.push(mailbox);
      try {
        await this.limit.count(mailbox).catch((error: unknown) => this.explain(mailbox, error));
      } catch (error) {
        if (isTooMany(error)) for (const each of counted) await this.limit.uncount(each);
        throw error;
      }
    }
  }

  /**
   * Checks without counting.
   * @throws DomainError `too_many` if one of the recipients has reached the limit
   */
  async check(recipients: readonly string[]): Promise<void> {
    for (const mailbox of recipients.map((recipient) => recipient.toLowerCase()))
      await this.limit.check(mailbox).catch((error: unknown) => this.explain(mailbox, error));
  }

  private explain(mailbox: string, error: unknown): never {
    if (!isTooMany(error)) throw error;
    const { retryAfterSeconds } = error;
    const message =
      `Workflows have already sent ${this.points} mails to ${mailbox} within an hour ` +
      `(LIMIT_WORKFLOW_MAILS_PER_HOUR).`;
    throw new DomainError('too_many', 'too_many_mails', message, { retryAfterSeconds });
  }
}

function isTooMany(error: unknown): error is DomainError {
  return error instanceof DomainError && error.kind === 'too_many';
}
