import {
  ExecutionIntake,
  GatewayConnectionService,
  INTERNAL_EVENTS,
  ListenersService,
  type Occurrence,
  OccurrenceEvaluationService,
  OccurrencesService,
} from '@app/domain';
import {
  inTransaction,
  TriggerOccurrenceEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import type { BreakerChange, BreakerState } from '@app/gateway-client';
import { FixedClock } from '@app/kernel';
import { aWorkflow } from '../factories/a-workflow';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const failed = (workflowId: string): Occurrence => ({
  kind: 'event',
  name: 'workflow.failed',
  payload: { workflowId, error: 'It failed.' },
});

describe('internal events', () => {
  const clock = new FixedClock(Date.parse('2026-05-01T10:00:00Z'));
  const environment = testEnvironment();
  const bus = { publish: () => undefined };
  const announcer = { assertReachable: () => undefined, accepted: () => undefined };
  let database: TestDatabase;
  let occurrences: OccurrencesService;
  let evaluation: OccurrenceEvaluationService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    occurrences = new OccurrencesService(clock, bus as never);
    const intake = new ExecutionIntake(dataSource, announcer as never, clock, environment);
    evaluation = new OccurrenceEvaluationService(dataSource, new ListenersService(), intake, environment);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { manager } = database.dataSource;
    for (const entity of [TriggerOccurrenceEntity, WorkflowExecutionEntity, WorkflowEntity])
      await manager.deleteAll(entity);
  });

  const listening = (event: string, condition?: string) =>
    aWorkflow(database.dataSource, { triggerType: 'event', triggerConfig: { event, condition } });
  const happens = (...happened: Occurrence[]) =>
    inTransaction(database.dataSource, (manager) => occurrences.record(manager, happened));

  /** What each execution of a workflow was told. */
  async function told({ id: workflowId }: { id: string }): Promise<unknown[]> {
    while ((await evaluation.evaluateNext()) > 0);
    const { manager } = database.dataSource;
    const rows = await manager.find(WorkflowExecutionEntity, {
      select: { id: true, triggerData: true },
      where: { workflowId, trigger: 'event' },
      order: { id: 'ASC' },
    });
    return rows.map(({ triggerData }) => JSON.parse(triggerData) as unknown);
  }

  const recorded = async () =>
    (await database.dataSource.manager.find(TriggerOccurrenceEntity, { order: { id: 'ASC' } })).map(
      ({ kind, name }) => `${kind} ${name}`,
    );

  it('set going the workflows that wait for them, and those alone', async () => {
    const [waits, other] = [await listening('workflow.failed'), await listening('gateway.connected')];
    await happens(failed('a'), failed('b'));
    expect(await told(waits)).toEqual([failed('a').payload, failed('b').payload]);
    expect(await told(other)).toEqual([]);
    expect(await told(waits)).toHaveLength(2);
  });

  it('are asked about by what they carry', async () => {
    const workflow = await listening('workflow.failed', "triggerData.workflowId === 'b'");
    await happens(failed('a'), failed('b'));
    expect(await told(workflow)).toEqual([failed('b').payload]);
  });

  it('have not happened where what they are part of is undone', async () => {
    const workflow = await listening('workflow.failed');
    const undone = inTransaction(database.dataSource, async (manager) => {
      await occurrences.record(manager, failed('a'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await told(workflow)).toEqual([]);
  });

  it('that nobody waits for leave nothing behind', async () => {
    await happens(failed('a'));
    expect(await evaluation.evaluateNext()).toBe(1);
    expect(await database.dataSource.manager.count(TriggerOccurrenceEntity)).toBe(0);
  });

  it('have names that are theirs alone', () => {
    expect(new Set(INTERNAL_EVENTS).size).toBe(INTERNAL_EVENTS.length);
    for (const name of INTERNAL_EVENTS) expect(name).toMatch(/^[a-z]+\.[a-z]+$/);
  });

  describe('of the gateway', () => {
    const failure = { code: 'gateway_failed', message: 'It is away.', at: '2026-05-01T09:59:59.000Z' };
    let breaker: BreakerState;
    let listener: ((change: BreakerChange) => void) | undefined;
    let connection: GatewayConnectionService;

    function becomes(...states: BreakerState[]): void {
      for (const to of states) {
        const from = breaker;
        breaker = to;
        listener?.({ from, to });
      }
    }
    beforeEach(() => {
      breaker = 'closed';
      const gateway = {
        state: () => ({ breaker, lastSuccessAt: null, lastFailure: failure }),
        onStateChange: (added: typeof listener) => {
          listener = added;
          return () => (listener = undefined);
        },
      };
      connection = new GatewayConnectionService(
        database.dataSource,
        gateway as never,
        occurrences,
        clock,
        {} as never,
      );
    });

    it('tell once that it was lost, and once that it is back, however often it was tried', async () => {
      connection.watch();
      await connection.tell(undefined);
      expect(await recorded()).toEqual([]);
      becomes('open', 'half_open', 'open', 'half_open', 'open');
      await connection.tell(undefined);
      expect(await recorded()).toEqual(['event gateway.disconnected']);
      becomes('half_open', 'closed');
      await connection.tell(undefined);
      await connection.tell(undefined);
      expect(await recorded()).toEqual(['event gateway.disconnected', 'event gateway.connected']);
    });

    it('tell when, and why', async () => {
      const workflow = await listening('gateway.disconnected');
      connection.watch();
      becomes('open');
      await connection.tell(undefined);
      expect(await told(workflow)).toEqual([
        {
          timestamp: '2026-05-01T10:00:00.000Z',
          failure: { code: 'gateway_failed', message: 'It is away.' },
        },
      ]);
    });

    it('do not tell how it is when a process begins, nor what it was not watched at', async () => {
      becomes('open');
      const stop = connection.watch();
      becomes('half_open', 'closed');
      stop();
      becomes('open');
      await connection.tell(undefined);
      expect(await recorded()).toEqual(['event gateway.connected']);
    });

    it('are kept while they cannot be recorded, and are told by him alone who may', async () => {
      connection.watch();
      becomes('open');
      const lost = connection.tell(() => Promise.reject(new Error('the lease is lost')));
      await expect(lost).rejects.toThrow('the lease is lost');
      expect(await recorded()).toEqual([]);
      becomes('closed');
      await connection.tell(undefined);
      expect(await recorded()).toEqual(['event gateway.disconnected', 'event gateway.connected']);
    });
  });
});
