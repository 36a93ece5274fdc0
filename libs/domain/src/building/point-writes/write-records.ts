import { Environment } from '@app/config';
import {
  inTransaction,
  isDatabaseUnreachable,
  OutcomeUnknown,
  type PointWriteEntity,
  type PointWriteKind,
  requireRow,
  untilKnown,
} from '@app/entities';
import { type Actor, assertAwaited, DomainError, pause, runBeyondRequest } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { IdempotencyService, type Repeat } from '../../platform/idempotency/idempotency.service';
import type { WriteSteps } from './point-write';
import { findPointWrite, insertPointWrite, lockPointWrite, updatePointWrite } from './point-writes.queries';

interface WriteId {
  writeId: string;
}

const ACTIONS: Record<PointWriteKind, string> = {
  set: 'point.set',
  force_set: 'point.forced',
  release: 'point.released',
};
const NAME = 'The write';
const POLL_MS = 50;

/**
 * Stores the records of writes. Its transactions do not count as writes of the request, because a record alone changes
 * nothing in the building. A 503 therefore still means that nothing was written.
 */
@Injectable()
export class WriteRecords {
  private readonly logger = new Logger(WriteRecords.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: IdempotencyService,
    private readonly audit: AuditService,
    private readonly environment: Environment,
  ) {}

  /** Returns the write of an earlier request with this key, after waiting for its end; null if there was none. */
  async earlier(repeat: Repeat | undefined): Promise<PointWriteEntity | null> {
    if (!repeat) return null;
    const { scope, key, body } = repeat;
    const found = await this.idempotency.earlier<WriteId>(scope, key, body);
    return found && this.finished(found.writeId);
  }

  /**
   * Inserts the record before the gateway is called, so that it exists even if this process dies.
   * @returns the record, or the finished write of a concurrent request with the same key
   */
  async begin(write: PointWriteEntity, steps: WriteSteps, repeat?: Repeat): Promise<PointWriteEntity> {
    assertAwaited();
    const insert = async (manager: EntityManager): Promise<WriteId> => {
      await insertPointWrite(manager, write);
      await steps.begin?.(manager, write);
      return { writeId: write.id };
    };
    const { writeId } = await runBeyondRequest(() =>
      repeat
        ? this.idempotency.answer(repeat.scope, repeat.key, repeat.body, insert).then(({ answer }) => answer)
        : untilKnown((isFirst) =>
            inTransaction(this.dataSource, async (manager) => {
              const known = !isFirst && (await findPointWrite(manager, write.id));
              return known ? { writeId: write.id } : insert(manager);
            }),
          ),
    );
    return writeId === write.id ? write : this.finished(writeId);
  }

  /**
   * Records the result, even if the client has disconnected.
   * @throws OutcomeUnknown if the gateway may have written the value, but the result cannot be stored
   */
  async finish(actor: Actor, write: PointWriteEntity, steps: WriteSteps, repeat?: Repeat): Promise<void> {
    const hasEffect = write.status === 'written' || write.status === 'unknown';
    try {
      await runBeyondRequest(() =>
        untilKnown(() =>
          inTransaction(this.dataSource, async (manager) => {
            const stored = await requireRow(lockPointWrite(manager, write.id), NAME);
            if (stored.status !== 'pending') return;
            await updatePointWrite(manager, write);
            await steps.end?.(manager, write);
            if (repeat && !hasEffect) await this.idempotency.forget(manager, repeat.scope, repeat.key);
            if (hasEffect) await this.addToAuditLog(actor, write, manager);
          }),
        ),
      );
    } catch (error) {
      this.logger.error({ err: error, writeId: write.id }, 'The result of a write could not be stored.');
      if (!isDatabaseUnreachable(error)) throw error;
      if (hasEffect) throw new OutcomeUnknown(error);
    }
  }

  /**
   * Inserts the record of a write that was not sent. If this fails, the failure is only logged, because the caller
   * reports the error of the write.
   */
  async keep(write: PointWriteEntity): Promise<void> {
    try {
      await runBeyondRequest(() => insertPointWrite(this.dataSource.manager, write));
    } catch (error) {
      this.logger.warn(
        { err: error, writeId: write.id },
        'The record of a failed write could not be stored.',
      );
    }
  }

  /** Waits until another request has finished a write. */
  private async finished(id: string): Promise<PointWriteEntity> {
    const untilMs = performance.now() + this.environment.LIMIT_GATEWAY_CALL_MS;
    while (performance.now() < untilMs) {
      const write = await requireRow(findPointWrite(this.dataSource.manager, id), NAME);
      if (write.status !== 'pending') return write;
      await pause(POLL_MS);
    }
    throw new DomainError(
      'upstream_timeout',
      'write_pending',
      'The first request with this Idempotency-Key is still running and may have written the value. Repeat the request later.',
    );
  }

  private addToAuditLog(actor: Actor, write: PointWriteEntity, manager: EntityManager): Promise<void> {
    const { kind, code, value, previousValue, reason, status, confirmed } = write;
    const record = {
      action: ACTIONS[kind],
      target: `point ${code}`,
      before: { value: previousValue },
      after: { value, reason, status, confirmed },
    };
    return this.audit.record(actor, record, manager);
  }
}
