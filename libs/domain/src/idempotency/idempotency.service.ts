import { createHash } from 'node:crypto';
import { inTransaction, untilKnown } from '@app/entities';
import { Clock, DomainError, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalJson } from './canonical-json';
import {
  deleteOutdatedKeys,
  dropOutdatedKey,
  type Pending,
  readKey,
  reserveKey,
  storeAnswer,
} from './idempotency.queries';

const KEPT_MS = 24 * 3_600_000;
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Gives a request that is repeated the answer that was given the first time, and does its work once. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * The answer to a request, given by `make` the first time that its key is seen within 24 hours. Requests under one key
   * that race wait for the first; where that fails, the next one is the first. If the answer to the commit is lost, the
   * transaction is repeated, and the key tells whether it was committed.
   * @param scope what is repeated, of whom: `trigger/<user>/<workflow>`; up to 128 characters
   * @param make does the work in the transaction that it is given, and nothing outside of it: it may be run again
   * @returns `repeated` if the answer was given to an earlier request
   * @throws DomainError `idempotency_key_reused` for a key that was used with another body; invalid for what is no key;
   * and what `make` throws
   */
  async answer<Answer extends object>(
    scope: string,
    requestKey: string,
    body: unknown,
    make: (manager: EntityManager) => Promise<Answer>,
  ): Promise<{ answer: Answer; repeated: boolean }> {
    assertKey(requestKey);
    const name = { scope, requestKey };
    const bodyHash = createHash('sha256').update(canonicalJson(body)).digest('hex');
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

  /** Removes keys whose time is over, at most `limit`. @returns how many */
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

function reused(): DomainError {
  const message = 'The idempotency key was used for another request.';
  return new DomainError('conflict', 'idempotency_key_reused', message);
}
