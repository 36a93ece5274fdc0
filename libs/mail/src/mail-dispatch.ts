import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { DomainError, isDoneWithin, isFinal, pause, runBeyondRequest, Semaphore } from '@app/kernel';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type Mail, Mailer } from './mailer';

const MAX_PENDING = 1000;
const MAX_AT_ONCE = 5;
/**
 * Pauses between the attempts to send a mail, in milliseconds. Their sum is much shorter than the lifetime of a code.
 */
const RETRY_DELAYS_MS = [2000, 15_000];
/**
 * Sending a mail starts at a random moment within this time, so that it does not affect the response time of the
 * request.
 */
const BEGIN_WITHIN_MS = 200;
/** Time limit at shutdown for mails that are being sent. */
const LAST_MAILS_MS = 3000;

/**
 * Sends mail in the background, after the response to the request. So no request waits for a mail server, and neither
 * the response nor its timing reveals whether an address is known. A mail is lost if it fails three times or waits for
 * a retry at shutdown. This is logged, and the user can request another code. Mails are not stored, because codes must
 * not be readable anywhere.
 */
@Injectable()
export class MailDispatch implements BeforeApplicationShutdown {
  private readonly logger = new Logger(MailDispatch.name);
  private readonly closing = new AbortController();
  private readonly pending = new Set<Promise<void>>();
  private readonly slots = new Semaphore(MAX_AT_ONCE);

  protected readonly retryDelaysMs: readonly number[] = RETRY_DELAYS_MS;

  constructor(private readonly mailer: Mailer) {
    // Each mail that waits for a retry adds a listener to this signal.
    setMaxListeners(MAX_PENDING, this.closing.signal);
  }

  /**
   * Sends the mail that `write` composes, in the background. Never throws.
   * @param kind the kind of mail, for the log. The log contains neither the recipient nor the code
   * @param write composes the mail. Called before each attempt
   */
  post(kind: string, write: () => Promise<Mail>): void {
    if (this.pending.size >= MAX_PENDING) {
      this.logger.error({ kind }, 'A mail was dropped, because too many mails are waiting to be sent.');
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

  /** Waits before the next attempt. Returns false if the process is shutting down. */
  private async wait(ms: number): Promise<boolean> {
    const { signal } = this.closing;
    await pause(ms, signal);
    return !signal.aborted;
  }
}

function isRefused(error: unknown): boolean {
  return isFinal(error) || (error instanceof DomainError && error.code === 'mail_refused');
}
