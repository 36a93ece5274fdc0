import { Environment } from '@app/config';
import { Clock, DomainError, pause } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IdempotencyService, type Repeat } from '../../platform/idempotency/idempotency.service';
import type { LightingOutcome, LightingRun } from './lighting-run';

/**
 * Stored with the idempotency key while the first command runs. `validUntil` is the time at which its claim expires.
 */
interface Running {
  commandId: string;
  validUntil: string;
}

interface Ended {
  outcome: LightingOutcome;
}

const POLL_MS = 50;

/** Gives repeats of a request the outcome of the first request. */
@Injectable()
export class LightingRepeats {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Waits for the end of an earlier command with this key.
   * @returns the outcome of that command; null if the key was not used in the last 24 hours
   * @throws DomainError `idempotency_key_reused`; `write_pending` if the command does not end in time;
   *   `write_interrupted` if its process has died
   */
  async earlier({ scope, key, body }: Repeat): Promise<LightingOutcome | null> {
    const untilMs = performance.now() + this.environment.LIMIT_GATEWAY_CALL_MS;
    for (;;) {
      const found = await this.idempotency.earlier<Running | Ended>(scope, key, body);
      if (!found) return null;
      if ('outcome' in found) return found.outcome;
      if (Date.parse(found.validUntil) < this.clock.nowMs()) throw interrupted();
      if (performance.now() > untilMs) throw pending();
      await pause(POLL_MS);
    }
  }

  /**
   * Runs `begin` in the transaction that stores the key.
   * @returns the result of `begin`; null if another request has already used the key
   */
  async begin(
    { scope, key, body }: Repeat,
    { commandId, validMs }: { commandId: string; validMs: number },
    begin: (manager: EntityManager) => Promise<LightingRun>,
  ): Promise<LightingRun | null> {
    const begun: LightingRun[] = [];
    const validUntil = new Date(this.clock.nowMs() + validMs).toISOString();
    const { answer } = await this.idempotency.answer<Running | Ended>(scope, key, body, async (manager) => {
      begun[0] = await begin(manager);
      return { commandId, validUntil };
    });
    const isOwn = 'commandId' in answer && answer.commandId === commandId;
    return (isOwn ? begun[0] : null) ?? null;
  }

  async end(manager: EntityManager, { scope, key }: Repeat, outcome: LightingOutcome): Promise<void> {
    await this.idempotency.complete(manager, scope, key, { outcome } satisfies Ended);
  }
}

function pending(): DomainError {
  const message =
    'The first request with this Idempotency-Key is still running and may have changed some lights. Repeat the request later.';
  return new DomainError('upstream_timeout', 'write_pending', message);
}

function interrupted(): DomainError {
  const message =
    'The service stopped during the first request with this Idempotency-Key. It is not known which lights it has changed.';
  return new DomainError('upstream_failed', 'write_interrupted', message);
}
