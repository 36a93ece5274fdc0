import type { Environment } from '@app/config';
import { inTransaction, type WorkRow } from '@app/entities';
import { type Clock, type Message, newId } from '@app/kernel';
import type { DataSource, EntityManager, EntityTarget } from 'typeorm';
import { lockWork, updateClaimedWork, updateWork, type WorkChanges } from './work-rows.queries';

/** Work that this process has claimed. */
export type Claimed<Row extends WorkRow> = Row & { claim: string };

export interface WorkClaimsParts {
  dataSource: DataSource;
  environment: Pick<Environment, 'JOB_ATTEMPTS' | 'JOB_BACKOFF_MS'>;
  clock: Clock;
}

export interface WorkTable<Row extends WorkRow> {
  entity: EntityTarget<Row>;
  /** The error that is stored if the last attempt was interrupted. */
  interrupted: Message;
  /** Additional fields to set when the work ends. */
  whenEnded?: Partial<Row>;
}

/** If a claim is not renewed within this time, it expires, and the work is due again. */
const CLAIM_MS = 20_000;

/**
 * Claims the work of a table, and stores its results. After a claim has expired and a new attempt has begun, writes of
 * the previous attempt have no effect.
 */
export class WorkClaims<Row extends WorkRow> {
  constructor(
    private readonly parts: WorkClaimsParts,
    private readonly table: WorkTable<Row>,
  ) {}

  /**
   * @returns null if the work is not due. Also null if its last permitted attempt was interrupted: the work is then
   *   marked as failed
   */
  async claim(id: string): Promise<Claimed<Row> | null> {
    const { entity, interrupted } = this.table;
    const { claimed, changed } = await inTransaction(this.parts.dataSource, async (manager) => {
      const row = await lockWork(manager, entity, id);
      if (!row?.dueAt || row.dueAt > this.parts.clock.now()) return { claimed: null, changed: null };
      if (row.attempts >= this.parts.environment.JOB_ATTEMPTS) {
        const failed = this.ended('failed', interrupted);
        await updateWork(manager, entity, id, failed);
        await this.recordFailure(manager, row, interrupted);
        return { claimed: null, changed: Object.assign(row, failed) };
      }
      const changes = {
        status: 'running',
        progress: 0,
        attempts: row.attempts + 1,
        claim: newId(),
        dueAt: this.claimEnd(),
      } as const;
      await updateWork(manager, entity, id, changes as WorkChanges<Row>);
      const claimed = Object.assign(row, changes);
      return { claimed, changed: claimed };
    });
    if (changed) await this.announce(changed);
    return claimed;
  }

  /** Renews the claim and stores the progress, with four decimals. @returns false if another attempt has begun */
  async renew(row: Claimed<Row>, share: number): Promise<boolean> {
    const progress = Math.floor(share * 1e4) / 1e4;
    const isRenewed = await this.update(row, { progress, dueAt: this.claimEnd() } as WorkChanges<Row>);
    if (isRenewed && progress !== row.progress) await this.announce(Object.assign(row, { progress }));
    return isRenewed;
  }

  /** Stores results before the end of the work. @returns false if another attempt has begun */
  store(row: Claimed<Row>, results: WorkChanges<Row>): Promise<boolean> {
    return this.update(row, results);
  }

  /**
   * Schedules the next attempt with exponential backoff. After the last attempt, or if `isFinal` is true, marks the
   * work as failed instead.
   */
  async fail(row: Claimed<Row>, error: Message, isFinal: boolean): Promise<void> {
    const { dataSource, environment, clock } = this.parts;
    if (isFinal || row.attempts >= environment.JOB_ATTEMPTS) {
      const changes = this.ended('failed', error);
      const isStored = await inTransaction(dataSource, async (manager) => {
        if (!(await this.update(row, changes, manager))) return false;
        await this.recordFailure(manager, row, error);
        return true;
      });
      if (isStored) await this.announce({ ...row, ...changes });
      return;
    }
    const dueAt = new Date(clock.nowMs() + environment.JOB_BACKOFF_MS * 2 ** (row.attempts - 1));
    await this.queueAgain(row, { dueAt, error });
  }

  /** Gives up unfinished work when this process ends: the work is due again at once, and the attempt does not count. */
  async release(row: Claimed<Row>): Promise<void> {
    await this.queueAgain(row, { attempts: row.attempts - 1, dueAt: this.parts.clock.now() });
  }

  /**
   * Completes the work.
   * @param record stores additional records in the same transaction
   * @returns false if another attempt has begun
   */
  protected async complete(
    row: Claimed<Row>,
    results: WorkChanges<Row>,
    record: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    const changes = { ...this.ended('completed', null), progress: 1, ...results };
    const isStored = await inTransaction(this.parts.dataSource, async (manager) => {
      if (!(await this.update(row, changes, manager))) return false;
      await record(manager);
      return true;
    });
    if (isStored) await this.announce({ ...row, ...changes });
    return isStored;
  }

  /** Called in the transaction that stores the failure of the last attempt. */
  protected async recordFailure(_manager: EntityManager, _row: Row, _error: Message): Promise<void> {
    // Most work has nothing to record.
  }

  /** Called when a new status or progress of the work has been stored. Must not throw. */
  protected announce(_row: Row): void | Promise<void> {
    // Most work has no events on the stream.
  }

  private async queueAgain(row: Claimed<Row>, changes: Partial<WorkRow>): Promise<void> {
    const queued = { status: 'queued', claim: null, ...changes } as WorkChanges<Row>;
    if (await this.update(row, queued)) await this.announce({ ...row, ...queued });
  }

  private update(
    row: Claimed<Row>,
    changes: WorkChanges<Row>,
    manager = this.parts.dataSource.manager,
  ): Promise<boolean> {
    return updateClaimedWork(manager, this.table.entity, row, changes);
  }

  private claimEnd(): Date {
    return new Date(this.parts.clock.nowMs() + CLAIM_MS);
  }

  private ended(status: 'completed' | 'failed', error: Message | null): WorkChanges<Row> {
    const changes: Partial<WorkRow> = {
      status,
      error,
      claim: null,
      dueAt: null,
      finishedAt: this.parts.clock.now(),
    };
    return { ...(changes as WorkChanges<Row>), ...this.table.whenEnded };
  }
}
