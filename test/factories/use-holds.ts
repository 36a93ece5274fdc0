import type { PointValue } from '@app/contracts';
import {
  AuditEntryEntity,
  PointValueEntity,
  RememberedValueEntity,
  SITE_OWNER,
  SkippedStartEntity,
  TriggerHoldEntity,
  TriggerOccurrenceEntity,
  TriggerWatchEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { aWorkflow } from './a-workflow';
import { HoldDesk } from './hold-desk';
import { openDatabase, type TestDatabase } from '../harness';

export const NOW = Date.parse('2026-05-04T10:00:00Z');
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const engineer = Actor.user(3, 'engineer', 'erik');

/**
 * Opens a database and a worker for a group of tests of triggers that follow values over time. Each test begins with a
 * new worker and the time `NOW`. Call this function directly inside the `describe`.
 */
export function useHolds() {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let desk: HoldDesk;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    for (const entity of [
      AuditEntryEntity,
      PointValueEntity,
      RememberedValueEntity,
      SkippedStartEntity,
      TriggerHoldEntity,
      TriggerOccurrenceEntity,
      TriggerWatchEntity,
      WorkflowExecutionEntity,
      WorkflowEntity,
    ])
      await manager().deleteAll(entity);
    clock.set(NOW);
    await restart();
  });

  const manager = () => database.dataSource.manager;
  /** Replaces the worker by a new worker that has not run a tick yet. */
  const replace = () => void (desk = new HoldDesk(database, clock));
  const restart = async () => {
    replace();
    await tick();
  };
  const watching = (config: JsonObject, overrides: Partial<WorkflowEntity> = {}) =>
    aWorkflow(database.dataSource, {
      triggerType: 'state_change',
      triggerConfig: { watch: ['T*'], ...config },
      ...overrides,
    });
  const change = (id: string, changes: object) => desk.editing.change(engineer, id, changes);
  const arm = (value: boolean) =>
    manager().save(RememberedValueEntity, {
      owner: SITE_OWNER,
      name: 'armed',
      value,
      updatedAt: clock.now(),
      expiresAt: null,
    });
  const tick = () => desk.evaluator.tick(undefined);
  const wait = (seconds: number) => clock.advance(seconds * SECOND_MS);
  const measured = (value: unknown, { code = 'T1', quality = 'good', lagMs = 0 } = {}): PointValue => ({
    code,
    value,
    quality: quality as PointValue['quality'],
    timestamp: new Date(clock.nowMs() - lagMs).toISOString(),
  });
  /** Takes in a value that is a second newer than the previous one. */
  const take = (value: unknown, options?: Parameters<typeof measured>[1]) => {
    wait(1);
    return desk.values.accept([measured(value, options)], undefined, desk.evaluator.follower);
  };
  /** Returns the trigger data of executions that have started since the last call. */
  async function started(): Promise<JsonObject[]> {
    await desk.startAll();
    const rows = await manager().find(WorkflowExecutionEntity, {
      select: { id: true, triggerData: true },
      order: { id: 'ASC' },
    });
    await manager().deleteAll(WorkflowExecutionEntity);
    return rows.map(({ triggerData }) => JSON.parse(triggerData) as JsonObject);
  }
  const values = async () => (await started()).map(({ value }) => value);
  /** Takes in values one after the other. @returns the values that started an execution */
  async function takeAll(...series: unknown[]): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const value of series) {
      await take(value);
      found.push(...(await values()));
    }
    return found;
  }
  const holds = async () =>
    (await manager().find(TriggerHoldEntity, { order: { code: 'ASC' } })).map(({ side, code, sinceAt }) => [
      side,
      code,
      sinceAt && (sinceAt.getTime() - NOW) / SECOND_MS,
    ]);

  return {
    clock,
    get database() {
      return database;
    },
    /** The current worker. */
    get desk() {
      return desk;
    },
    manager,
    replace,
    restart,
    watching,
    change,
    arm,
    tick,
    wait,
    measured,
    take,
    started,
    values,
    takeAll,
    holds,
  };
}
