import { clientKey, type Limit, Throttle } from '@app/ephemeral';
import { Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';

const GUESSES = 60;
const WINDOW_SECONDS = 60;
const MOST_BARRED = 10_000;

/**
 * Bounds how many wrong secrets one client can try on one webhook. They are counted apart from deliveries, so that no
 * stranger can use up what the sender may deliver, and who gives the right secret is not counted at all: that a client
 * is barred each instance learns from its next wrong one.
 */
@Injectable()
export class WebhookGuesses {
  private readonly wrong: Limit;
  private readonly barredUntilMs = new Map<string, number>();

  constructor(
    throttle: Throttle,
    private readonly clock: Clock,
  ) {
    this.wrong = throttle.limit({ name: 'webhook-guesses', points: GUESSES, windowSeconds: WINDOW_SECONDS });
  }

  /** @throws DomainError `too_many` where the client has guessed too often: its secret is not even looked at */
  assertMayTry(workflowId: string, address: string | null): void {
    if (this.barredUntilMs.size === 0) return;
    const key = keyOf(workflowId, address);
    const leftMs = (this.barredUntilMs.get(key) ?? 0) - this.clock.nowMs();
    if (leftMs > 0) throw tooMany(leftMs / 1000);
    this.barredUntilMs.delete(key);
  }

  /** @throws DomainError `too_many` where that was one too many */
  async countWrong(workflowId: string, address: string | null): Promise<void> {
    const key = keyOf(workflowId, address);
    try {
      await this.wrong.count(key);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'too_many') throw error;
      this.bar(key, error.retryAfterSeconds ?? WINDOW_SECONDS);
      throw tooMany(error.retryAfterSeconds ?? WINDOW_SECONDS);
    }
  }

  private bar(key: string, seconds: number): void {
    for (const oldest of this.barredUntilMs.keys()) {
      if (this.barredUntilMs.size < MOST_BARRED) break;
      this.barredUntilMs.delete(oldest);
    }
    this.barredUntilMs.set(key, this.clock.nowMs() + seconds * 1000);
  }
}

function keyOf(workflowId: string, address: string | null): string {
  return `${workflowId} ${address === null ? '' : clientKey(address)}`;
}

function tooMany(seconds: number): DomainError {
  return new DomainError(
    'too_many',
    'too_many_attempts',
    'There were too many deliveries with a wrong secret; try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) },
  );
}
