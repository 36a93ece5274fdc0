import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, runBeyondRequest } from '@app/kernel';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type Mail, Mailer } from './mailer';

const MAX_PENDING = 1000;
const MAX_AT_ONCE = 5;
/** Waits between attempts. Their sum is well within the lifetime of a code. */
const RETRY_DELAYS_MS = [2000, 15_000];
/**
 * A mail starts at a random moment within this time, so that its work does not show in the response time of its
 * request.
 */
const BEGIN_WITHIN_MS = 200;
/** Time limit for mails that are being sent at shutdown. */
const LAST_MAILS_MS = 3000;

/**
 * Sends mail in the background, after the request has been answered. Nobody waits for a mail server, and neither the
 * answer nor its timing reveals whether an address is known. A mail that fails three times, or that waits for a retry
 * at shutdown, is lost and logged: the user requests another code. Nothing is stored, because codes must not be
 * readable anywhere.
 */
@Injectable()
export class MailDispatch implements BeforeApplicationShutdown {
  private readonly logger = new Logger(MailDispatch.name);
  private readonly closing = new AbortController();
  private readonly pending = new Set<Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private atOnce = 0;

  protected readonly retryDelaysMs: readonly number[] = RETRY_DELAYS_MS;

  constructor(private readonly mailer: Mailer) {
    // The number of waiting retries is limited like the number of mails.
    setMaxListeners(MAX_PENDING, this.closing.signal);
  }

  /**
   * Send the mail that `write` composes, later. Never throws.
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
    await Promise.race([Promise.all(this.pending), delay(LAST_MAILS_MS, undefined, { ref: false })]);
  }

  private async deliver(kind: string, write: () => Promise<Mail>): Promise<void> {
    await this.wait(randomInt(BEGIN_WITHIN_MS));
    for (const waitMs of [...this.retryDelaysMs, null]) {
      try {
        await this.inTurn(async () => this.mailer.send(await write()));
        return;
      } catch (error) {
        const retried = waitMs !== null && !isFinal(error) && (await this.wait(waitMs));
        if (!retried) {
          this.logger.error({ err: error, kind }, 'A mail could not be sent.');
          return;
        }
      }
    }
  }

  /** Run `send` within the concurrency limit. */
  private async inTurn(send: () => Promise<void>): Promise<void> {
    if (this.atOnce >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.atOnce += 1;
    try {
      await send();
    } finally {
      const next = this.waiting.shift();
      // Pass the slot to the next mail, or free it.
      if (next) next();
      else this.atOnce -= 1;
    }
  }

  /** False if the process is shutting down. */
  private wait(ms: number): Promise<boolean> {
    return delay(ms, true, { signal: this.closing.signal }).catch(() => false);
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof DomainError && (error.kind === 'invalid' || error.code === 'mail_refused');
}
