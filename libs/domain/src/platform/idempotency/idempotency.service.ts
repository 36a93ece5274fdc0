import { createHash } from 'node:crypto';
import { inTransaction, untilKnown } from '@app/entities';
import { Clock, DomainError, newId, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  deleteKey,
  deleteOutdatedKeys,
  dropOutdatedKey,
  type Pending,
  readKey,
  reserveKey,
  storeAnswer,
} from './idempotency.queries';

const KEPT_MS = 24 * 3_600_000;
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Identifies repeats of one request. */
export interface Repeat {
  /** The operation and its caller, up to 128 characters. */
  scope: string;
  key: string;
  body: object;
}

/** Does the work of a repeated request only once, and returns the first result to each repeat. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `make` when a key is used for the first time within 24 hours, and returns the same result for each repeat.
   * Concurrent requests with the same key wait for the first one. If the first one fails, the next one runs. If the
   * connection fails during the commit, the transaction is repeated, and the stored key shows whether the first commit
   * succeeded.
   * @param scope the operation and its caller, such as `trigger/<user>/<workflow>`; up to 128 characters
   * @param requestKey if undefined, `make` always runs
   * @param make must do all its work in the given transaction, because it may run again
   * @returns `repeated` if the result is that of an earlier request
   * @throws DomainError `idempotency_key_reused` if the key was used with another body, `invalid` if the key is
   *   malformed, and errors of `make`
   */
  async answer<Answer extends object>(
    scope: string,
    requestKey: string | undefined,
    body: unknown,
    make: (manager: EntityManager) => Promise<Answer>,
  ): Promise<{ answer: Answer; repeated: boolean }> {
    if (requestKey === undefined)
      return { answer: await inTransaction(this.dataSource, make), repeated: false };
    assertKey(requestKey);
    const name = { scope, requestKey };
    const bodyHash = hashOf(body);
    const made = new Set<string>();
    return untilKnown(() =>
      inTransaction(this.dataSource, async (manager) => {
        const pending = newId();
        const createdAt = this.clock.now();
        await dropOutdatedKey(manager, name, new Date(createdAt.getTime() - KEPT_MS));
        await reserveKey(manager, { ...name, bodyHash, answer: { pending }, createdAt });
        const present = await readKey(manager, name);
        if (present && (present.answer as Partial<Pending>).pending !== pending) {
          if (present.bodyHash !== bodyHash) throw reused();
          return { answer: present.answer as Answer, repeated: !made.has(canonicalJson(present.answer)) };
        }
        const answer = await make(manager);
        made.add(canonicalJson(answer));
        await storeAnswer(manager, name, answer);
        return { answer, repeated: false };
      }),
    );
  }

  /**
   * Returns the result of an earlier request with this key; null if the key was not used in the last 24 hours.
   * @throws DomainError `idempotency_key_reused` if the key was used with another body, `invalid` if it is malformed
   */
  async earlier<Answer extends object>(
    scope: string,
    requestKey: string,
    body: unknown,
  ): Promise<Answer | null> {
    assertKey(requestKey);
    const known = await readKey(this.dataSource.manager, { scope, requestKey });
    if (!known || known.createdAt.getTime() < this.clock.nowMs() - KEPT_MS) return null;
    if (known.bodyHash !== hashOf(body)) throw reused();
    return known.answer as Answer;
  }

  /**
   * Replaces the response that is stored for a key. Use it if the final response is known only after the transaction in
   * which `answer` ran.
   */
  async complete(manager: EntityManager, scope: string, requestKey: string, answer: object): Promise<void> {
    await storeAnswer(manager, { scope, requestKey }, answer);
  }

  /** Deletes the key of a request that had no effect, so that the key can be used again. */
  async forget(manager: EntityManager, scope: string, requestKey: string): Promise<void> {
    await deleteKey(manager, { scope, requestKey });
  }

  /** Deletes up to `limit` expired keys. @returns the number of deleted keys */
  prune(limit: number): Promise<number> {
    const before = new Date(this.clock.nowMs() - KEPT_MS);
    return inTransaction(this.dataSource, (manager) => deleteOutdatedKeys(manager, before, limit));
  }
}

/** @throws DomainError invalid */
function assertKey(key: string): void {
  if (KEY.test(key)) return;
  throw DomainError.ofField('Idempotency-Key', say('not_idempotency_key'));
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

function reused(): DomainError {
  const message = 'The idempotency key was used for another request.';
  return new DomainError('conflict', 'idempotency_key_reused', message);
}

/** Serializes a value with sorted keys, so that equal values have equal text. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_name, entry: unknown) => {
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
      return Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)));
    }) ?? ''
  );
}
