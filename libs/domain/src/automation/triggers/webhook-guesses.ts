import { clientKey, type Limit, Throttle } from '@app/ephemeral';
import { Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const GUESSES = 60;
const WINDOW_SECONDS = 60;
const MOST_BARRED = 10_000;

/**
 * Limits how many wrong secrets one client may send to one webhook. Wrong secrets are counted separately from
 * deliveries, so a stranger cannot use up the sender's quota. A correct secret is not counted. If another instance has
 * blocked a client, this instance notices it at the next wrong secret of the client.
 */
@Injectable()
export class WebhookGuesses {
  private readonly wrong: Limit;
  private readonly barredUntilMs = new LRUCache<string, number>({ max: MOST_BARRED });

  constructor(
    throttle: Throttle,
    private readonly clock: Clock,
  ) {
    this.wrong = throttle.limit({ name: 'webhook-guesses', points: GUESSES, windowSeconds: WINDOW_SECONDS });
  }

  /** Returns the error if the client has sent too many wrong secrets. In this case, do not check the secret. */
  refusalOf(workflowId: string, address: string | null): DomainError | null {
    if (this.barredUntilMs.size === 0) return null;
    const key = keyOf(workflowId, address);
    const leftMs = (this.barredUntilMs.get(key) ?? 0) - this.clock.nowMs();
    if (leftMs > 0) return tooMany(leftMs / 1000);
    this.barredUntilMs.delete(key);
    return null;
  }

  /** @throws DomainError `too_many` if this guess exceeds the limit */
  async countWrong(workflowId: string, address: string | null): Promise<void> {
    const key = keyOf(workflowId, address);
    try {
      await this.wrong.count(key);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'too_many') throw error;
      const seconds = error.retryAfterSeconds ?? WINDOW_SECONDS;
      this.barredUntilMs.set(key, this.clock.nowMs() + seconds * 1000);
      throw tooMany(seconds);
    }
  }
}

function keyOf(workflowId: string, address: string | null): string {
  return `${workflowId} ${address === null ? '' : clientKey(address)}`;
}

function tooMany(seconds: number): DomainError {
  return new DomainError(
    'too_many',
    'too_many_attempts',
    'Too many deliveries with a wrong secret. Try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) },
  );
}
