import { createHash } from 'node:crypto';
import { inTransaction, untilKnown } from '@app/entities';
import { Clock, DomainError, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalJson } from './canonical-json';
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
   * Runs `make` the first time that a key is used within 24 hours, and returns its result for each repeat. If
   * concurrent requests have the same key, they wait for the first; if it fails, the next one runs. If the response to
   * the commit is lost, the transaction is repeated, and the key shows whether it was committed.
   * @param scope the operation and its caller: `trigger/<user>/<workflow>`; up to 128 characters
   * @param make does all its work in the given transaction, because it may run again
   * @returns `repeated` if the result is that of an earlier request
   * @throws DomainError `idempotency_key_reused` if the key was used with another body, `invalid` if the key is
   *   malformed, and errors of `make`
   */
  async answer<Answer extends object>(
    scope: string,
    requestKey: string,
    body: unknown,
    make: (manager: EntityManager) => Promise<Answer>,
  ): Promise<{ answer: Answer; repeated: boolean }> {
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
   * Returns the answer to an earlier request with this key; null if there was none within 24 hours.
   * @throws DomainError like `answer`
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

  /** Replaces the answer of a key. For a request whose answer is known only after the transaction of `answer`. */
  async complete(manager: EntityManager, scope: string, requestKey: string, answer: object): Promise<void> {
    await storeAnswer(manager, { scope, requestKey }, answer);
  }

  /** Lets the key be used again, because the request had no effect. */
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
export function assertKey(key: string): void {
  if (KEY.test(key)) return;
  const fault = { path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' };
  throw DomainError.invalid(`${fault.path} ${fault.message}.`, [fault]);
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

function reused(): DomainError {
  const message = 'The idempotency key was used for another request.';
  return new DomainError('conflict', 'idempotency_key_reused', message);
}
