import { AuditService, ConfigurationService, WorkflowEditingService } from '@app/domain';
import { RememberedValuesService } from '@app/domain/testing';
import {
  inTransaction,
  RememberedChangeEntity,
  RememberedValueEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import type { JsonObject, RememberPort } from '@app/workflow-engine';
import { Logger } from '@nestjs/common';
import { aWorkflow } from '../factories/a-workflow';
import { anExecution } from '../factories/an-execution';
import { chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const LIMITS = { LIMIT_REMEMBERED_NAMES: 3, LIMIT_REMEMBERED_CHARACTERS: 100 };
const remember = (config: JsonObject) =>
  chain({
    note: { type: 'remember', config },
    read: { type: 'recall', config: { scope: config['scope'] ?? 'workflow', name: config['name'] ?? '' } },
  });

describe('values that workflows remember', () => {
  const clock = new FixedClock(NOW);
  const environment = testEnvironment(LIMITS);
  let database: TestDatabase;
  let service: RememberedValuesService;
  let shop: ExecutionWorkshop;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    service = new RememberedValuesService(database.dataSource, environment, clock);
    shop = workshop(service);
  });
  beforeEach(async () => {
    clock.set(NOW);
    await manager().deleteAll(RememberedValueEntity);
  });
  afterAll(async () => {
    shop.close();
    await database.drop();
  });

  const manager = () => database.dataSource.manager;
  const workshop = (port: RememberPort) =>
    new ExecutionWorkshop(database, { clock, ports: { recall: service, remember: port } });
  const workflowWith = (definition: object) => aWorkflow(database.dataSource, { definition });
  const outputsOf = async (config: JsonObject, dryRun = false) => {
    const workflow = await workflowWith(remember(config));
    const { nodeResults, error } = await shop.execute(workflow, {}, dryRun);
    const outputs = Object.fromEntries(nodeResults.map(({ nodeId, output }) => [nodeId, output]));
    return { workflow, error, outputs, codes: nodeResults.flatMap((run) => run.error?.code ?? []) };
  };
  const stored = async () =>
    Object.fromEntries((await manager().find(RememberedValueEntity)).map(({ name, value }) => [name, value]));
  /** Changes a value in a new running execution. By default, the execution belongs to a new workflow. */
  const change = async (config: JsonObject, workflowId?: string) => {
    const owner = workflowId ?? (await workflowWith(remember({}))).id;
    const { id } = await anExecution(database.dataSource, owner, { status: 'running' });
    return service.change({
      scope: 'site',
      operation: 'set',
      name: 'x',
      ...config,
      execution: { id, workflowId: owner },
      stepKey: id,
    });
  };

  it('remembered values count 40 simultaneous executions exactly', async () => {
    const workflow = await workflowWith(remember({ name: 'runs', operation: 'add', value: 1 }));
    const ids = await Promise.all(Array.from({ length: 40 }, () => shop.accept(workflow)));
    await Promise.all(ids.map((id) => shop.run(id)));
    expect(await stored()).toEqual({ runs: 40 });
    const results = await Promise.all(ids.map((id) => shop.detail(workflow.id, id)));
    const counts = results.map(({ nodeResults }) => JSON.stringify(nodeResults[1]?.output));
    expect(new Set(counts).size).toBe(40);
  }, 120_000);

  it('remembered values change only once if a worker dies after the change and another worker repeats the node', async () => {
    const workflow = await workflowWith(remember({ name: 'runs', operation: 'add', value: 1 }));
    let isChanged = false;
    const dying = workshop({
      change: async (made) => {
        await service.change(made);
        isChanged = true;
        return new Promise<never>(() => undefined);
      },
    });
    const id = await dying.accept(workflow);
    void dying.run(id);
    await waitFor(() => isChanged, { what: 'the change' });
    dying.close();
    await manager().update(WorkflowExecutionEntity, { id }, { claimedUntil: new Date('2020-01-01') });
    await shop.run(id);
    const { status, nodeResults } = await shop.detail(workflow.id, id);
    expect(status).toBe('success');
    expect(nodeResults.map(({ output }) => output)).toEqual([
      {},
      { value: 1, previous: null, changed: true },
      { value: 1, updatedAt: clock.now().toISOString() },
    ]);
    expect(await stored()).toEqual({ runs: 1 });
  }, 120_000);

  it('remembered values belong to a workflow or to the site', async () => {
    const config = { name: 'mode', value: { level: 3 } };
    const one = await outputsOf(config);
    expect(one.outputs['note']).toEqual({ value: { level: 3 }, previous: null, changed: true });
    expect((await outputsOf(config)).outputs['note']).toMatchObject({ previous: null });
    const shared = { ...config, scope: 'site' };
    expect((await outputsOf(shared)).outputs['read']).toMatchObject({ value: { level: 3 } });
    expect((await outputsOf(shared)).outputs['note']).toMatchObject({ changed: false });
    expect(await manager().count(RememberedValueEntity)).toBe(3);
  });

  it('remembered values are deleted with their workflow', async () => {
    const { workflow } = await outputsOf({ name: 'mode', value: 1 });
    await outputsOf({ scope: 'site', name: 'kept', value: 1 });
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, environment, clock, audit);
    const editing = new WorkflowEditingService(database.dataSource, environment, configuration, clock, audit);
    await inTransaction(database.dataSource, async (transaction) => {
      await transaction.delete(WorkflowExecutionEntity, { workflowId: workflow.id });
      await editing.remove(Actor.user(1, 'engineer', 'ada'), workflow.id, transaction);
    });
    expect(await stored()).toEqual({ kept: 1 });
  });

  it('remembered values expire, and can then be replaced or are deleted', async () => {
    await change({ name: 'lock', value: 'on', expiresInMs: 1000 });
    await change({ name: 'other', value: 'on', expiresInMs: 5000 });
    clock.advance(999);
    const busy = { name: 'lock', operation: 'compareAndSet', value: 'mine' };
    expect(await change(busy)).toEqual({ value: 'on', previous: 'on', changed: false });
    clock.advance(1);
    const execution = { id: 'e', workflowId: 'w' };
    expect(await service.recall({ scope: 'site', name: 'lock', execution })).toBeNull();
    expect(await change(busy)).toEqual({ value: 'mine', previous: null, changed: true });
    clock.advance(5000);
    await service.prune(new AbortController().signal);
    expect(await stored()).toEqual({ lock: 'mine' });
  });

  it('remembered values are limited in size and number per scope', async () => {
    await expect(change({ value: 'x'.repeat(99) })).rejects.toMatchObject({ code: 'value_too_large' });
    await change({ name: 'a', value: 1, expiresInMs: 1000 });
    for (const name of ['b', 'c']) await change({ name, value: 1 });
    await expect(change({ name: 'd', value: 1 })).rejects.toMatchObject({ code: 'memory_full' });
    await change({ name: 'b', value: 2 });
    const { id } = await workflowWith(remember({}));
    await change({ scope: 'workflow', name: 'd', value: 1 }, id);
    clock.advance(1000);
    await change({ name: 'd', value: 3 });
    expect(await stored()).toEqual({ b: 2, c: 1, d: 3 });
  });

  it('a node fails if its operation does not fit the remembered value', async () => {
    await change({ name: 'mode', value: 'on' });
    const refused = await outputsOf({ scope: 'site', name: 'mode', operation: 'push', value: 1 });
    expect(refused.codes).toEqual(['not_a_list']);
    expect(await stored()).toEqual({ mode: 'on' });
  });

  it('remembered values do not change after the execution has ended', async () => {
    const { id: workflowId } = await workflowWith(remember({}));
    const { id } = await anExecution(database.dataSource, workflowId, { status: 'failed' });
    const late = service.change({
      scope: 'site',
      operation: 'set',
      name: 'x',
      value: 1,
      execution: { id, workflowId },
      stepKey: 'k',
    });
    await expect(late).rejects.toMatchObject({ code: 'execution_stopped' });
    expect(await stored()).toEqual({});
  });

  it('remembered values are changed only in a copy during a dry run', async () => {
    await change({ name: 'runs', value: 7 });
    const config = { scope: 'site', name: 'runs', operation: 'add', value: 1 };
    const { outputs, error } = await outputsOf(config, true);
    expect([error, outputs['note'], outputs['read']]).toEqual([
      null,
      { value: 8, previous: 7, changed: true },
      expect.objectContaining({ value: 8 }),
    ]);
    expect(await stored()).toEqual({ runs: 7 });
  });

  it('remembered values keep the result of each change for a repeated node, and delete it after the execution has ended', async () => {
    await manager().deleteAll(RememberedChangeEntity);
    await outputsOf({ name: 'a', value: 1 });
    await change({ name: 'b', value: 1 });
    expect(await manager().count(RememberedChangeEntity)).toBe(2);
    await service.prune(new AbortController().signal);
    const left = await manager().find(RememberedChangeEntity);
    expect(left.map(({ result }) => result)).toEqual([{ value: 1, previous: null, changed: true }]);
  });
});
