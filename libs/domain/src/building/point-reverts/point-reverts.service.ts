import type { PointValue } from '@app/contracts';
import { inTransaction, isDuplicateKey, type PointJson, type PointRevertEntity } from '@app/entities';
import { GatewayClient } from '@app/gateway-client';
import { Actor, Clock, DomainError, matchesReading, say } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PointWritesService } from '../point-writes/point-writes.service';
import {
  deleteRevert,
  findDueReverts,
  insertRevert,
  lockRevert,
  updateRevert,
} from './point-reverts.queries';

const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 5 * 60_000;
const DUE_AT_ONCE = 100;
/** Attempts that wait for the write: the revert of a short-lived value may be due before the value is written. */
const ATTEMPTS_BEFORE_WRITE = 2;
/** The actor that reverts values. */
const REVERT = Actor.system('point-revert');

export interface TemporaryValue {
  code: string;
  value: PointJson;
  /** The point still has the temporary value if its number differs from the written number by at most this much. */
  tolerance: number;
  executionId: string;
  untilMs: number;
}

/** Reverts values of points that workflows have set for a limited time. */
@Injectable()
export class PointRevertsService {
  private readonly logger = new Logger(PointRevertsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: GatewayClient,
    private readonly writes: PointWritesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Plans the revert of a value that is about to be written. If the point still has the temporary value of an earlier
   * write, the revert will restore the value from before that write.
   * @throws DomainError `revert_impossible` if the current value is unknown; the gateway's error if it fails
   */
  async plan(temporary: TemporaryValue): Promise<void> {
    const [current] = await this.gateway.values([temporary.code]);
    if (!isReadable(current)) {
      const message = say('revert_impossible', { code: temporary.code });
      throw new DomainError('conflict', 'revert_impossible', message);
    }
    const found = current.value as PointJson;
    const store = () => inTransaction(this.dataSource, (manager) => this.store(manager, temporary, found));
    try {
      await store();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await store();
    }
  }

  /** Deletes the planned revert of a point, because a permanent value was written. */
  async forget(code: string): Promise<void> {
    await deleteRevert(this.dataSource.manager, code);
  }

  /** Reverts the values whose time is over. Only one process may do this at a time. */
  async revertDue(signal: AbortSignal): Promise<void> {
    const due = await findDueReverts(this.dataSource.manager, this.clock.now(), DUE_AT_ONCE);
    for (const revert of due) {
      if (signal.aborted) return;
      try {
        await this.revert(revert);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        await this.postpone(revert, error);
      }
    }
  }

  private async store(
    manager: EntityManager,
    { code, value, tolerance, executionId, untilMs }: TemporaryValue,
    found: PointJson,
  ): Promise<void> {
    const planned = await lockRevert(manager, code);
    const isInForce = planned !== null && hasTemporaryValue(planned, found);
    const revert: PointRevertEntity = {
      code,
      value: isInForce ? planned.value : found,
      temporaryValue: value,
      tolerance,
      dueAt: new Date(untilMs),
      attempts: 0,
      executionId,
    };
    await (planned ? updateRevert(manager, revert) : insertRevert(manager, revert));
  }

  /**
   * Restores the previous value, unless the point has received another value in the meantime.
   * @throws DomainError `not_written` if the temporary value may not have been written yet; `value_unreadable` if the
   *   current value is unknown; the gateway's error if it fails
   */
  private async revert(revert: PointRevertEntity): Promise<void> {
    const { code, value, executionId, dueAt, attempts } = revert;
    const [current] = await this.gateway.values([code]);
    if (hasTemporaryValue(revert, current?.value)) {
      await this.writes.set(REVERT, { code, value });
    } else if (attempts < ATTEMPTS_BEFORE_WRITE && matchesReading(value, current?.value, 0)) {
      throw new DomainError(
        'conflict',
        'not_written',
        'The point still has the value from before the write.',
      );
    } else if (isReadable(current)) {
      const message = 'A temporary value was not reverted, because the point has received another value.';
      this.logger.log({ pointCode: code, executionId }, message);
    } else {
      const message = say('value_unreadable', { code });
      throw new DomainError('conflict', 'value_unreadable', message);
    }
    await inTransaction(this.dataSource, async (manager) => {
      const planned = await lockRevert(manager, code);
      // A write may have planned another revert in the meantime.
      if (planned?.dueAt.getTime() === dueAt.getTime()) await deleteRevert(manager, code);
    });
  }

  private async postpone({ code, dueAt, attempts }: PointRevertEntity, error: DomainError): Promise<void> {
    const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS);
    await inTransaction(this.dataSource, async (manager) => {
      const planned = await lockRevert(manager, code);
      if (planned?.dueAt.getTime() !== dueAt.getTime()) return;
      const next = new Date(this.clock.nowMs() + pauseMs);
      await updateRevert(manager, { code, dueAt: next, attempts: attempts + 1 });
    });
    this.logger.warn(
      { pointCode: code, code: error.code },
      'A value could not be reverted. The revert is retried later.',
    );
  }
}

function isReadable(found: PointValue | undefined): found is PointValue {
  return found !== undefined && found.quality !== 'bad' && found.value !== null;
}

function hasTemporaryValue({ temporaryValue, tolerance }: PointRevertEntity, found: unknown): boolean {
  return matchesReading(temporaryValue, found, tolerance);
}
