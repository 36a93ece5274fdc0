import { againAfterConflict, isDatabaseUnreachable, patiently, type PointWriteEntity } from '@app/entities';
import { Batcher, DomainError } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findLastWrittenAt, finishPendingWrite, insertPointWrites } from './point-writes.queries';

interface Insert {
  write: PointWriteEntity;
  /** True if an earlier attempt may have inserted the record. */
  isRepeat: boolean;
}

const BATCH_WRITES = 200;

/**
 * Stores the records of writes by workflows: one insert before the call of the gateway, and one update after it. The
 * inserts of concurrent executions are batched. If the database is unreachable, statements are repeated for a while,
 * because an execution survives such an outage too.
 */
@Injectable()
export class ExecutionWriteRecords {
  private readonly logger = new Logger(ExecutionWriteRecords.name);
  private readonly inserts = new Batcher<Insert, void>((inserts) => this.insertAll(inserts), {
    isSerial: true,
    items: BATCH_WRITES,
    mayBeOfOneItem: (error) => !isDatabaseUnreachable(error),
  });

  constructor(private readonly dataSource: DataSource) {}

  /** The time of the last write that may have changed the point; null if none is recorded. */
  lastWrittenAt(code: string): Promise<Date | null> {
    return findLastWrittenAt(this.dataSource.manager, code);
  }

  /**
   * Inserts the record, so that it exists even if this process dies.
   * @throws DomainError unavailable if the database cannot be reached
   */
  async begin(write: PointWriteEntity, signal: AbortSignal): Promise<void> {
    try {
      await this.repeatedly(write, signal, (isFirst) => this.inserts.add({ write, isRepeat: !isFirst }));
    } catch (error) {
      throw isDatabaseUnreachable(error) ? notRecorded() : error;
    }
  }

  /** Stores the result. If the database cannot be reached, the record is marked as `unknown` later. */
  async finish(write: PointWriteEntity, signal: AbortSignal): Promise<void> {
    const finish = () => againAfterConflict(() => finishPendingWrite(this.dataSource.manager, write));
    try {
      await this.repeatedly(write, signal, finish);
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      this.logger.error({ err: error, writeId: write.id }, 'The result of a write could not be stored.');
    }
  }

  private async insertAll(inserts: readonly Insert[]): Promise<void[]> {
    const writes = inserts.map(({ write }) => write);
    const mayExist = inserts.some(({ isRepeat }) => isRepeat);
    await againAfterConflict(() => insertPointWrites(this.dataSource.manager, writes, mayExist));
    return inserts.map(() => undefined);
  }

  private repeatedly(
    { id: writeId }: PointWriteEntity,
    signal: AbortSignal,
    store: (isFirst: boolean) => Promise<void>,
  ): Promise<void> {
    const message = 'The record of a write cannot be stored yet.';
    return patiently(store, { signal, onWait: (err) => this.logger.warn({ err, writeId }, message) });
  }
}

function notRecorded(): DomainError {
  const message =
    'The write could not be recorded, because the database cannot be reached. Nothing was written.';
  return new DomainError('unavailable', 'write_not_recorded', message);
}
