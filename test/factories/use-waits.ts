import {
  ExecutionWaitEntity,
  inTransaction,
  PointValueEntity,
  RecentEventEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import { AuditService, WaitResumptionService, WorkflowsService } from '@app/domain';
import { OccurrencesService } from '@app/domain/testing';
import { type Clock, FixedClock, SecretValues } from '@app/kernel';
import type { EdgeDefinition, JsonObject, NodeDefinition } from '@app/workflow-engine';
import { ExecutionWorkshop, TestBus } from './execution-workshop';
import { waitEvaluation, waitsService } from './wait-services';
import { testEnvironment } from '../harness';
import { occurrenceEvaluation } from './occurrence-evaluation';
import { useWorkshops } from './use-workshops';
import type { WorkshopOptions } from './execution-workshop';

export const NOW = Date.parse('2026-05-01T10:00Z');
export const HOUR_MS = 3_600_000;
export const environment = testEnvironment({ PUBLIC_URL: 'https://plant.example/' });

/** Builds a node that stores the address of `wait`, and the node `wait` with both of its branches. */
export function asking(config: JsonObject): { nodes: NodeDefinition[]; edges: EdgeDefinition[] } {
  return {
    nodes: [
      { id: 'start', type: 'start', config: {} },
      {
        id: 'ask',
        type: 'variable',
        config: { name: 'url', value: config['call'] === true ? '{{ resumeUrl("wait") }}' : '' },
      },
      { id: 'wait', type: 'wait_for', config: { timeoutMs: HOUR_MS, ...config } },
      { id: 'yes', type: 'variable', config: { name: 'answer', value: '{{ nodeOutputs.wait.data }}' } },
      { id: 'no', type: 'variable', config: { name: 'answer', value: 'late' } },
    ],
    edges: [
      { id: '1', source: 'start', target: 'ask' },
      { id: '2', source: 'ask', target: 'wait' },
      { id: '3', source: 'wait', target: 'yes', label: 'met' },
      { id: '4', source: 'wait', target: 'no', label: 'timeout' },
    ],
  };
}

export const tokensIn = (text: string) =>
  [...text.matchAll(/resume\/(rt_[\w-]{43})/g)].map(([, token = '']) => token);

/** Runs an execution. @returns its status, the branch that it took, and the value of that branch */
export const answerOf = async (
  shop: ExecutionWorkshop,
  { workflow, id }: { workflow: { id: string }; id: string },
) => {
  await shop.run(id);
  const { status, nodeResults } = await shop.detail(workflow.id, id);
  const answer = nodeResults.find(({ nodeId }) => nodeId === 'yes' || nodeId === 'no');
  return { status, via: answer?.nodeId, answer: (answer?.output as { value?: unknown })?.value };
};

/**
 * Opens a database and workers for a group of tests of nodes that wait. Each test begins at the time `NOW`. Call this
 * function directly inside the `describe`.
 */
export function useWaits() {
  const clock = new FixedClock(NOW);
  const shops = useWorkshops({ clock, environment });
  let bus: TestBus;

  beforeEach(async () => {
    clock.set(NOW);
    bus = new TestBus();
    for (const entity of [ExecutionWaitEntity, TriggerOccurrenceEntity, RecentEventEntity, PointValueEntity])
      await manager().deleteAll(entity);
  });

  const manager = () => shops.database.dataSource.manager;
  const workshop = ({ ports, ...options }: WorkshopOptions = {}) => {
    const waits = waitsService(shops.database.dataSource, environment, clock);
    return shops.workshop({ bus, ...options, ports: { waits, ...ports } });
  };
  const resumption = (shop: ExecutionWorkshop) =>
    new WaitResumptionService(
      shops.database.dataSource,
      shop.dispatcher,
      new WorkflowsService(shops.database.dataSource, environment),
      clock,
      environment,
      new AuditService(shops.database.dataSource, clock),
    );
  const waitOf = (executionId: string) => manager().findOneByOrFail(ExecutionWaitEntity, { executionId });

  /** Runs an execution until it waits. @returns the execution, and the token of its one-time address */
  const waiting = async (shop: ExecutionWorkshop, config: JsonObject = { call: true }) => {
    const workflow = await shops.workflowOf(asking(config));
    const id = await shop.accept(workflow);
    await shop.run(id);
    const detail = await shop.detail(workflow.id, id);
    const [token = ''] = tokensIn(JSON.stringify(detail));
    return { workflow, id, token, detail };
  };
  const evaluationFor = (shop: ExecutionWorkshop, secrets?: SecretValues) => {
    const { dataSource } = shops.database;
    return occurrenceEvaluation(dataSource, environment, clock, {
      intake: shop.intake,
      waits: waitEvaluation(dataSource, environment, clock, shop.dispatcher, secrets),
    });
  };
  const evaluateAll = async (shop: ExecutionWorkshop, secrets?: SecretValues) => {
    const evaluation = evaluationFor(shop, secrets);
    while ((await evaluation.evaluateNext()) > 0);
  };
  const occurrences = (by: Clock = clock) => new OccurrencesService(by, bus as never);
  const valueChanges = (code: string, value: number) =>
    inTransaction(shops.database.dataSource, (tx) =>
      occurrences().record(tx, {
        kind: 'state_change',
        name: code,
        payload: { code, value, previous: null, quality: 'good', timestamp: clock.now().toISOString() },
      }),
    );
  const alertCleared = (alertId: number, by?: Clock) =>
    inTransaction(shops.database.dataSource, (tx) =>
      occurrences(by).record(tx, { kind: 'event', name: 'alert.cleared', payload: { alertId } }),
    );
  const storedValue = (code: string, value: number) =>
    manager().save(PointValueEntity, { code, value, quality: 0, measuredAt: clock.now() });

  return {
    clock,
    shops,
    /** The event bus of the workers. */
    get bus() {
      return bus;
    },
    manager,
    workshop,
    resumption,
    waitOf,
    waiting,
    evaluationFor,
    evaluateAll,
    occurrences,
    valueChanges,
    alertCleared,
    storedValue,
  };
}
