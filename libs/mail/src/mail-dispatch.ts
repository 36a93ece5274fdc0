import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { DomainError, isDoneWithin, isFinal, pause, runBeyondRequest, Semaphore } from '@app/kernel';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type Mail, Mailer } from './mailer';

const MAX_PENDING = 1000;
const MAX_AT_ONCE = 5;
/** Waits between attempts, in milliseconds. Their sum is well within the lifetime of a code. */
const RETRY_DELAYS_MS = [2000, 15_000];
/**
 * A mail starts at a random moment within this time, so that sending it does not affect the response time of its
 * request.
 */
const BEGIN_WITHIN_MS = 200;
/** Time limit at shutdown for mails that are being sent. */
const LAST_MAILS_MS = 3000;

/**
 * Sends mail in the background, after the response to the request. No request waits for a mail server, and neither the
 * response nor its timing reveals whether an address is known. A mail that fails three times, or that waits for a retry
 * at shutdown, is lost and logged, and the user requests another code. Nothing is stored, because codes must not be
 * readable anywhere.
 */
@Injectable()
export class MailDispatch implements BeforeApplicationShutdown {
  private readonly logger = new Logger(MailDispatch.name);
  private readonly closing = new AbortController();
  private readonly pending = new Set<Promise<void>>();
  private readonly slots = new Semaphore(MAX_AT_ONCE);

  protected readonly retryDelaysMs: readonly number[] = RETRY_DELAYS_MS;

  constructor(private readonly mailer: Mailer) {
    // Each mail that waits for a retry adds a listener, and the number of mails is limited.
    setMaxListeners(MAX_PENDING, this.closing.signal);
  }

  /**
   * Send the mail that `write` composes, in the background. Never throws.
   * @param kind for the log, which shows neither recipient nor code
   * @param write called before each attempt
   */
  post(kind: string, write: () => Promise<Mail>): void {
    if (this.pending.size >= MAX_PENDING) {
      this.logger.error({ kind }, 'Too many mails wait to be sent; one was dropped.');
      return;
    }
    const sent = runBeyondRequest(() => this.deliver(kind, write));
    const delivery = sent.finally(() => this.pending.delete(delivery));
    this.pending.add(delivery);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await isDoneWithin(LAST_MAILS_MS, Promise.all(this.pending));
  }

  private async deliver(kind: string, write: () => Promise<Mail>): Promise<void> {
    await this.wait(randomInt(BEGIN_WITHIN_MS));
    for (const waitMs of [...this.retryDelaysMs, null]) {
      try {
        await this.slots.run(async () => this.mailer.send(await write()));
        return;
      } catch (error) {
        const retried = waitMs !== null && !isRefused(error) && (await this.wait(waitMs));
        if (!retried) {
          this.logger.error({ err: error, kind }, 'A mail could not be sent.');
          return;
        }
      }
    }
  }

  /** False if the process is shutting down. */
  private async wait(ms: number): Promise<boolean> {
    const { signal } = this.closing;
    await pause(ms, signal);
    return !signal.aborted;
  }
}

function isRefused(error: unknown): boolean {
  return isFinal(error) || (error instanceof DomainError && error.code === 'mail_refused');
}
