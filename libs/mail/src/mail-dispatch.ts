import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@app/kernel';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type Mail, Mailer } from './mailer';

const MAX_PENDING = 1000;
const MAX_AT_ONCE = 5;
/** Waits between the attempts. Together they stay well within the life of a code. */
const RETRY_DELAYS_MS = [2000, 15_000];
/** A mail is begun at some moment within this time: its work must not show in how long the answer to its cause took. */
const BEGIN_WITHIN_MS = 200;
/** For what is being sent when the process is told to end. */
const LAST_MAILS_MS = 3000;

/**
 * Sends mail while its cause has been answered already: nobody waits for a mail server, and nobody learns from its
 * answer, or from the time that it takes, whether an address is known. What could not be sent in three attempts, and
 * what waits for one when the process ends, is lost and logged: a code is asked for again. Nothing of it is stored, for
 * codes must lie open nowhere.
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
    // As many may wait for another attempt as there may be mails.
    setMaxListeners(MAX_PENDING, this.closing.signal);
  }

  /**
   * Sends what `write` gives, in a while. Never throws.
   * @param kind for the log, which never shows a recipient or a code
   * @param write called before each attempt
   */
  post(kind: string, write: () => Promise<Mail>): void {
    if (this.pending.size >= MAX_PENDING) {
      this.logger.error({ kind }, 'Too many mails wait to be sent; one was dropped.');
      return;
    }
    const delivery = this.deliver(kind, write).finally(() => this.pending.delete(delivery));
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

  /** Runs `send` as one of few. */
  private async inTurn(send: () => Promise<void>): Promise<void> {
    if (this.atOnce >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.atOnce += 1;
    try {
      await send();
    } finally {
      const next = this.waiting.shift();
      // The place passes on to the next one, or is free.
      if (next) next();
      else this.atOnce -= 1;
    }
  }

  /** False where the process ends meanwhile. */
  private wait(ms: number): Promise<boolean> {
    return delay(ms, true, { signal: this.closing.signal }).catch(() => false);
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof DomainError && (error.kind === 'invalid' || error.code === 'mail_refused');
}
