import { Environment } from '@app/config';
import { patiently, RememberedValueEntity, SITE_OWNER, untilKnown } from '@app/entities';
import { Clock, DomainError } from '@app/kernel';
import type {
  Json,
  JsonObject,
  RecallPort,
  RecallPortKey,
  RememberPort,
  RememberPortChange,
  RememberPortResult,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { oncePerStep } from '../../platform/step-results/once-per-step';
import { applyChange, type Remembered } from './remembered-change';
import {
  countValues,
  deleteChanges,
  deleteExpired,
  findCurrent,
  findEndedWithChanges,
  findValue,
  holdRunning,
  lockValue,
  type ValueKey,
} from './remembered-values.queries';

/** Number of executions that one clean-up transaction processes. */
const BATCH = 500;

/** Reads and changes the values that workflows keep between executions. */
@Injectable()
export class RememberedValuesService implements RecallPort, RememberPort {
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  async recall(key: RecallPortKey): Promise<{ value: Json; updatedAt: string } | null> {
    const row = await findValue(this.dataSource.manager, keyOf(key));
    if (!row || this.isExpired(row)) return null;
    return { value: row.value as Json, updatedAt: row.updatedAt.toISOString() };
  }

  /** The remembered values by owner (the id of a workflow, or `site`) and name. Takes one query. */
  async valuesOf(manager: EntityManager, owners: readonly string[]): Promise<Map<string, JsonObject>> {
    if (owners.length === 0) return new Map();
    const rows = await findCurrent(manager, owners, this.clock.now());
    const byOwner = new Map<string, [name: string, value: Json][]>();
    for (const owner of owners) byOwner.set(owner, []);
    for (const { owner, name, value } of rows) byOwner.get(owner)?.push([name, value as Json]);
    return new Map([...byOwner].map(([owner, values]) => [owner, Object.fromEntries(values)]));
  }

  /**
   * Changes a value once per run of a node: a repeat gets the first result. Concurrent changes of a value are
   * serialized.
   * @throws DomainError `execution_stopped`, `not_a_number`, `not_a_list`, `value_too_large`, `memory_full`
   */
  change(change: RememberPortChange): Promise<RememberPortResult> {
    const { owner, name } = keyOf(change);
    return this.inTurn(`${owner}/${name}`, () => patiently(() => untilKnown(() => this.settle(change))));
  }

  /** Deletes expired values, and the results of changes whose execution has ended. */
  async prune(signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    await deleteExpired(manager, this.clock.now());
    for (let ended = BATCH; ended === BATCH;) {
      signal.throwIfAborted();
      const ids = await findEndedWithChanges(manager, BATCH);
      if (ids.length > 0) await deleteChanges(manager, ids);
      ended = ids.length;
    }
  }

  /**
   * Runs changes of the same value one at a time in this process. If they waited for the row lock in the database
   * instead, each would occupy a connection.
   */
  private inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(work, work);
    this.turns.set(key, turn);
    const forget = () => {
      if (this.turns.get(key) === turn) this.turns.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  }

  private async settle(change: RememberPortChange): Promise<RememberPortResult> {
    const { execution, stepKey } = change;
    const step = { executionId: execution.id, stepKey };
    const { result } = await oncePerStep(this.dataSource, step, (manager) => this.apply(manager, change));
    return result;
  }

  private async apply(manager: EntityManager, change: RememberPortChange): Promise<RememberPortResult> {
    if (!(await holdRunning(manager, change.execution.id)))
      throw new DomainError('conflict', 'execution_stopped', 'The execution has ended. Nothing was changed.');
    const key = keyOf(change);
    const row = await lockValue(manager, key);
    const before = rememberedOf(row && !this.isExpired(row) ? row : null);
    const { next, changed } = applyChange(before, change, this.clock.nowMs());
    if (next) await this.write(manager, key, row, next);
    return { value: (next ?? before).value, previous: before.value, changed };
  }

  private async write(
    manager: EntityManager,
    key: ValueKey,
    row: RememberedValueEntity | null,
    { value, expiresAtMs }: Remembered,
  ): Promise<void> {
    if (value === null) {
      // If no row was found, nothing is locked, and a delete could remove a value that another process inserts meanwhile.
      if (row) await manager.delete(RememberedValueEntity, key);
      return;
    }
    this.assertSize(key.name, value);
    const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs);
    const fields = { value, updatedAt: this.clock.now(), expiresAt };
    if (row) {
      await manager.update(RememberedValueEntity, key, fields);
      return;
    }
    await this.assertRoom(manager, key.owner);
    await manager.insert(RememberedValueEntity, { ...key, ...fields });
  }

  private assertSize(name: string, value: Json): void {
    const limit = this.environment.LIMIT_REMEMBERED_CHARACTERS;
    if (JSON.stringify(value).length <= limit) return;
    const message = `The value of '${name}' would have more than ${limit} characters of JSON.`;
    throw new DomainError('invalid', 'value_too_large', message);
  }

  /** Concurrent inserts may exceed the limit by a few values. */
  private async assertRoom(manager: EntityManager, owner: string): Promise<void> {
    const limit = this.environment.LIMIT_REMEMBERED_NAMES;
    if ((await countValues(manager, owner)) < limit) return;
    await deleteExpired(manager, this.clock.now(), owner);
    if ((await countValues(manager, owner)) < limit) return;
    const message = `There are already ${limit} remembered values. Clear one, or let values expire.`;
    throw new DomainError('conflict', 'memory_full', message);
  }

  private isExpired({ expiresAt }: RememberedValueEntity): boolean {
    return expiresAt !== null && expiresAt.getTime() <= this.clock.nowMs();
  }
}

function keyOf({ scope, name, execution }: RecallPortKey): ValueKey {
  return { owner: scope === 'site' ? SITE_OWNER : execution.workflowId, name };
}

function rememberedOf(row: RememberedValueEntity | null): Remembered {
  return { value: (row?.value ?? null) as Json, expiresAtMs: row?.expiresAt?.getTime() ?? null };
}
