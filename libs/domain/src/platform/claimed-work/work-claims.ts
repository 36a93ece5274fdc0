import type { Environment } from '@app/config';
import { inTransaction, type WorkRow } from '@app/entities';
import { type Clock, newId } from '@app/kernel';
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
  interrupted: string;
  /** Additional fields to set when the work ends. */
  whenEnded?: Partial<Row>;
}

/** If a claim is not renewed within this time, it expires, and the work is due again. */
const CLAIM_MS = 20_000;
const ERROR_LENGTH = 500;

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
    return inTransaction(this.parts.dataSource, async (manager) => {
      const row = await lockWork(manager, entity, id);
      if (!row?.dueAt || row.dueAt > this.parts.clock.now()) return null;
      if (row.attempts >= this.parts.environment.JOB_ATTEMPTS) {
        await updateWork(manager, entity, id, this.ended('failed', interrupted));
        await this.recordFailure(manager, row, interrupted);
        return null;
      }
      const changes = {
        status: 'running',
        progress: 0,
        attempts: row.attempts + 1,
        claim: newId(),
        dueAt: this.claimEnd(),
      } as const;
      await updateWork(manager, entity, id, changes as WorkChanges<Row>);
      return Object.assign(row, changes);
    });
  }

  /** Renews the claim and stores the progress. @returns false if another attempt has begun */
  async renew(row: Claimed<Row>, progress: number): Promise<boolean> {
    return this.update(row, { progress, dueAt: this.claimEnd() } as WorkChanges<Row>);
  }

  /** Stores results before the end of the work. @returns false if another attempt has begun */
  store(row: Claimed<Row>, results: WorkChanges<Row>): Promise<boolean> {
    return this.update(row, results);
  }

  /**
   * Schedules the next attempt with exponential backoff. After the last attempt, or if `isFinal` is true, marks the
   * work as failed instead.
   */
  async fail(row: Claimed<Row>, error: string, isFinal: boolean): Promise<void> {
    const { dataSource, environment, clock } = this.parts;
    const text = error.slice(0, ERROR_LENGTH);
    if (isFinal || row.attempts >= environment.JOB_ATTEMPTS) {
      await inTransaction(dataSource, async (manager) => {
        if (await this.update(row, this.ended('failed', text), manager))
          await this.recordFailure(manager, row, text);
      });
      return;
    }
    const dueAt = new Date(clock.nowMs() + environment.JOB_BACKOFF_MS * 2 ** (row.attempts - 1));
    await this.update(row, { status: 'queued', claim: null, dueAt, error: text } as WorkChanges<Row>);
  }

  /** Gives up unfinished work when this process ends: the work is due again at once, and the attempt does not count. */
  async release(row: Claimed<Row>): Promise<void> {
    const changes = {
      status: 'queued',
      claim: null,
      attempts: row.attempts - 1,
      dueAt: this.parts.clock.now(),
    };
    await this.update(row, changes as WorkChanges<Row>);
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
    return inTransaction(this.parts.dataSource, async (manager) => {
      if (!(await this.update(row, changes, manager))) return false;
      await record(manager);
      return true;
    });
  }

  /** Called in the transaction that stores the failure of the last attempt. */
  protected async recordFailure(_manager: EntityManager, _row: Row, _error: string): Promise<void> {
    // Most work has nothing to record.
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

  private ended(status: 'completed' | 'failed', error: string | null): WorkChanges<Row> {
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
