import type { WorkRow } from '@app/entities';
import { DomainError, isFinal, linkedSignal, type Message, repeatEvery, say, Semaphore } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { Claimed, WorkClaims } from './work-claims';

/** One attempt at the work of a row. */
export interface Attempt {
  /** Aborted if the process ends, or if another attempt has taken over the work. */
  signal: AbortSignal;
  /** Share of the work that is done, 0 to 1. It is stored about once a second. */
  progress: number;
}

export interface ClaimedWorkOptions<Row extends WorkRow, Result> {
  /** The kind of work as the start of a sentence, such as `The export`. */
  name: Message;
  /** Maximum number of attempts that one process runs at the same time. */
  atOnce: number;
  claims: WorkClaims<Row>;
  work: (row: Claimed<Row>, attempt: Attempt) => Promise<Result>;
  succeed: (row: Claimed<Row>, result: Result) => Promise<void>;
  /** Returns the message of an error if a person can understand it; null for any other error. */
  explain?: (error: unknown) => Message | null;
}

/** How often the progress is stored and the claim renewed. */
const RENEW_EVERY_MS = 1000;

/** Does claimed work. Renews the claim during the work, and then stores success, failure or interruption. */
export class ClaimedWork<Row extends WorkRow, Result> {
  private readonly logger = new Logger(ClaimedWork.name);
  private readonly slots: Semaphore;

  constructor(private readonly options: ClaimedWorkOptions<Row, Result>) {
    this.slots = new Semaphore(options.atOnce);
  }

  /** Does the work if it is due. If it fails, the error is stored and the work is repeated later. */
  async run(id: string, signal: AbortSignal): Promise<void> {
    await this.slots.acquire({ signal });
    try {
      const row = await this.options.claims.claim(id);
      if (row) await this.attempt(row, signal);
    } finally {
      this.slots.release();
    }
  }

  private async attempt(row: Claimed<Row>, signal: AbortSignal): Promise<void> {
    const { claims, name, succeed } = this.options;
    const claimLost = new AbortController();
    const stop = linkedSignal([signal, claimLost.signal]);
    try {
      await succeed(row, await this.workWhileRenewing(row, stop.signal, claimLost));
    } catch (error) {
      if (claimLost.signal.aborted)
        this.logger.warn({ id: row.id }, `${name.message} is continued by another attempt.`);
      else if (signal.aborted) await claims.release(row);
      else await this.fail(row, error);
    } finally {
      stop.release();
    }
  }

  private async workWhileRenewing(
    row: Claimed<Row>,
    signal: AbortSignal,
    claimLost: AbortController,
  ): Promise<Result> {
    const attempt: Attempt = { signal, progress: 0 };
    const ended = new AbortController();
    const renewing = repeatEvery(RENEW_EVERY_MS, ended.signal, async () => {
      if (!(await this.isRenewed(row, attempt))) claimLost.abort(new Error('The claim has been lost.'));
    });
    try {
      return await this.options.work(row, attempt);
    } finally {
      ended.abort();
      await renewing;
    }
  }

  /**
   * Renews the claim, and returns false if it is lost. Returns true if the renewal fails because of the database: after
   * a short outage, the claim is still valid.
   */
  private async isRenewed(row: Claimed<Row>, { progress }: Attempt): Promise<boolean> {
    try {
      return await this.options.claims.renew(row, progress);
    } catch (error) {
      this.logger.warn(
        { err: error, id: row.id },
        `${this.options.name.message} could not store its progress.`,
      );
      return true;
    }
  }

  private async fail(row: Claimed<Row>, error: unknown): Promise<void> {
    const { claims, name, explain = domainMessage } = this.options;
    const reason = explain(error);
    const facts = { id: row.id, attempt: row.attempts };
    if (reason === null) this.logger.error({ ...facts, err: error }, `${name.message} failed.`);
    else this.logger.warn({ ...facts, reason: reason.message }, `${name.message} failed.`);
    await claims.fail(row, reason ?? say('service_error', { work: name }), isFinal(error));
  }
}

/** The message of a `DomainError`; null for any other error. */
export function domainMessage(error: unknown): Message | null {
  return error instanceof DomainError ? error.reason : null;
}
