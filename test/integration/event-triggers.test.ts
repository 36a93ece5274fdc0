import { AreasService, GatewayConnectionService, OccurrenceEvaluationService } from '@app/domain';
import {
  AlertJournal,
  AlertWriter,
  type Occurrence,
  OccurrencesService,
  WorkflowAlertsService,
} from '@app/domain/testing';
import {
  CalendarEntity,
  inTransaction,
  TriggerOccurrenceEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import type { BreakerChange, BreakerState, ListedGateway } from '@app/gateway-client';
import { FixedClock, SystemClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { occurrenceEvaluation } from '../factories/occurrence-evaluation';
import { aWorkflow } from '../factories/a-workflow';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { LightingApi } from '../factories/lighting-api';
import { aSoleGateway } from '../factories/sole-gateway';
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
  let database: TestDatabase;
  let occurrences: OccurrencesService;
  let evaluation: OccurrenceEvaluationService;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    const { dataSource } = database;
    occurrences = new OccurrencesService(clock, bus as never);
    evaluation = occurrenceEvaluation(dataSource, environment, clock);
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

  /** Returns the trigger data of each execution of a workflow. */
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

  it('internal events start only the workflows that wait for them', async () => {
    const [waits, other] = [await listening('workflow.failed'), await listening('gateway.connected')];
    await happens(failed('a'), failed('b'));
    expect(await told(waits)).toEqual([failed('a').payload, failed('b').payload]);
    expect(await told(other)).toEqual([]);
    expect(await told(waits)).toHaveLength(2);
  });

  it('internal events can be read by the condition of the trigger', async () => {
    const workflow = await listening('workflow.failed', "triggerData.workflowId === 'b'");
    await happens(failed('a'), failed('b'));
    expect(await told(workflow)).toEqual([failed('b').payload]);
  });

  it('internal events start workflows whose condition reads a calendar, according to the current state of this calendar', async () => {
    const { manager } = database.dataSource;
    const day = { date: '2026-05-01', kind: 'closed' as const, from: null, to: null, name: null };
    const calendar = { name: 'Offices', timezone: 'UTC', areaIds: [], weekly: [], exceptions: [day] };
    const { id } = await manager.save(CalendarEntity, calendar);
    const holidays = await listening('workflow.failed', `isHoliday(now(), ${id})`);
    const openHours = await listening('workflow.failed', `isOpen(now(), ${id})`);
    await happens(failed('a'));
    expect([await told(holidays), await told(openHours)]).toEqual([[failed('a').payload], []]);
    await manager.update(CalendarEntity, { id }, { exceptions: [{ ...day, kind: 'open' }] });
    await happens(failed('b'));
    expect([await told(holidays), await told(openHours)]).toEqual([
      [failed('a').payload],
      [failed('b').payload],
    ]);
  });

  it('internal events do not occur if their transaction is rolled back', async () => {
    const workflow = await listening('workflow.failed');
    const undone = inTransaction(database.dataSource, async (manager) => {
      await occurrences.record(manager, failed('a'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await told(workflow)).toEqual([]);
  });

  it('internal events are not recorded if no workflow waits for them', async () => {
    await happens(failed('a'));
    expect(await evaluation.evaluateNext()).toBe(1);
    expect(await database.dataSource.manager.count(TriggerOccurrenceEntity)).toBe(0);
  });

  it('internal events of executions start further executions up to a limit; the next execution is recorded as failed', async () => {
    const { dataSource } = database;
    const shop = new ExecutionWorkshop(database, { clock });
    const triggers = occurrenceEvaluation(dataSource, environment, clock, { intake: shop.intake });
    const areas = new AreasService(dataSource, {} as never, clock, {} as never);
    const writer = new AlertWriter(areas, new AlertJournal(occurrences, bus as never));
    const alerts = new WorkflowAlertsService(dataSource, writer, clock);
    const { id: workflowId } = await listening('alert.raised');
    const executions = () =>
      dataSource.manager.find(WorkflowExecutionEntity, { where: { workflowId }, order: { id: 'ASC' } });
    await happens({ kind: 'event', name: 'alert.raised', payload: {} });
    for (let round = 0; round < 20 && (await triggers.evaluateNext()) > 0; round++) {
      const last = (await executions()).at(-1);
      if (last?.status !== 'running') continue;
      const execution = { id: last.id, workflowId };
      await alerts.raise({ type: last.id, title: 'Again', severity: 'minor', execution, stepKey: last.id });
    }
    const found = await executions();
    expect(found.map(({ chainDepth }) => chainDepth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(found.filter(({ status }) => status === 'running')).toHaveLength(11);
    const refused = found.at(-1);
    expect(refused).toMatchObject({ status: 'failed', dueAt: null, finishedAt: clock.now() });
    expect(refused?.error?.message).toContain("caused 'alert.raised' again");
    shop.dispatcher.onModuleDestroy();
    const queued = shop.queued.flatMap(({ payload }) => payload.executionIds);
    expect(queued.toSorted()).toEqual(found.slice(0, -1).map(({ id }) => id));
    expect(shop.bus.told.at(-1)?.payload).toMatchObject({ executionId: refused?.id, status: 'failed' });
    shop.close();
  });

  describe('about the gateway', () => {
    const failure = { code: 'gateway_failed', message: 'It is away.', at: '2026-05-01T09:59:59.000Z' };
    let breaker: BreakerState;
    let listener: ((change: BreakerChange) => void) | undefined;
    let gateway: ListedGateway;
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
      gateway = aSoleGateway({
        state: () => ({ breaker, lastSuccessAt: null, lastFailure: failure }),
        onStateChange: (added: typeof listener) => {
          listener = added;
          return () => (listener = undefined);
        },
      });
      connection = new GatewayConnectionService(database.dataSource, occurrences, clock, {} as never);
    });

    it('gateway events occur once when the gateway is lost and once when it is back, even if many attempts fail', async () => {
      connection.watch(gateway);
      await connection.recordChanges(undefined);
      expect(await recorded()).toEqual([]);
      becomes('open', 'half_open', 'open', 'half_open', 'open');
      await connection.recordChanges(undefined);
      expect(await recorded()).toEqual(['event gateway.disconnected']);
      becomes('half_open', 'closed');
      await connection.recordChanges(undefined);
      await connection.recordChanges(undefined);
      expect(await recorded()).toEqual(['event gateway.disconnected', 'event gateway.connected']);
    });

    it('gateway events contain the time and the reason', async () => {
      const workflow = await listening('gateway.disconnected');
      connection.watch(gateway);
      becomes('open');
      await connection.recordChanges(undefined);
      expect(await told(workflow)).toMatchObject([
        {
          gatewayId: 1,
          gatewayName: 'Main gateway',
          timestamp: '2026-05-01T10:00:00.000Z',
          failure: { code: 'gateway_failed', message: 'It is away.' },
        },
      ]);
    });

    it('gateway events occur neither at the start of a process nor for a time in which the gateway was not observed', async () => {
      becomes('open');
      const stop = connection.watch(gateway);
      becomes('half_open', 'closed');
      stop();
      becomes('open');
      await connection.recordChanges(undefined);
      expect(await recorded()).toEqual(['event gateway.connected']);
    });

    it('gateway events are kept until they can be recorded, and are recorded only by the holder of the lease', async () => {
      connection.watch(gateway);
      becomes('open');
      const lost = connection.recordChanges(() => Promise.reject(new Error('The lease is lost.')));
      await expect(lost).rejects.toThrow('The lease is lost.');
      expect(await recorded()).toEqual([]);
      becomes('closed');
      await connection.recordChanges(undefined);
      expect(await recorded()).toEqual(['event gateway.disconnected', 'event gateway.connected']);
    });
  });

  it.each<[string, Occurrence]>([
    ['events', failed('x')],
    [
      'changes of points',
      {
        kind: 'state_change',
        name: 'A.CO2',
        payload: {
          code: 'A.CO2',
          value: 1,
          previous: 0,
          quality: 'good',
          timestamp: clock.now().toISOString(),
        },
      },
    ],
  ])(
    '%s are skipped and counted while an execution of a workflow in mode single runs',
    async (_, happened) => {
      const triggerConfig = happened.kind === 'event' ? { event: happened.name } : { watch: [happened.name] };
      const { dataSource } = database;
      const busy = await aWorkflow(dataSource, { triggerType: happened.kind, triggerConfig, mode: 'single' });
      const other = await aWorkflow(dataSource, { triggerType: happened.kind, triggerConfig });
      await happens(happened, happened);
      while ((await evaluation.evaluateNext()) > 0);
      await happens(happened);
      while ((await evaluation.evaluateNext()) > 0);
      const { manager } = dataSource;
      expect(await manager.countBy(WorkflowExecutionEntity, { workflowId: busy.id })).toBe(1);
      expect(await manager.countBy(WorkflowExecutionEntity, { workflowId: other.id })).toBe(3);
      expect(await manager.findOneByOrFail(WorkflowEntity, { id: busy.id })).toMatchObject({
        skippedCount: 2,
        skippedAt: clock.now(),
        updatedAt: busy.updatedAt,
      });
      // Change only the mode, which takes effect without a new revision.
      await manager.update(WorkflowEntity, { id: busy.id }, { mode: 'parallel' });
      await happens(happened);
      while ((await evaluation.evaluateNext()) > 0);
      expect(await manager.countBy(WorkflowExecutionEntity, { workflowId: busy.id })).toBe(2);
    },
  );
});

describe('internal events of the building', () => {
  let lighting: LightingApi;
  let evaluation: OccurrenceEvaluationService;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    lighting = await LightingApi.start();
    lighting.reset();
    evaluation = occurrenceEvaluation(dataSource(), testEnvironment(), new SystemClock());
  });
  afterAll(() => lighting.stop());

  const dataSource = () => lighting.iot.api.database.dataSource;
  async function send(method: 'POST' | 'PUT', path: string, body: object): Promise<number> {
    const { status, body: answer, text } = await lighting.iot.call(method, `../${path}`, { body });
    if (status >= 300) throw new Error(text);
    return (answer as { id: number }).id;
  }
  const anAlert = () => send('POST', 'alerts', { severity: 'major', title: 'Leak' });

  it.each<[string, () => Promise<object>]>([
    [
      'alert.acknowledged',
      async () => {
        const id = await anAlert();
        await send('POST', `alerts/${id}/acknowledge`, {});
        return { alert: { id, title: 'Leak', status: 'active', acknowledged: true } };
      },
    ],
    [
      'alert.cleared',
      async () => {
        const id = await anAlert();
        await send('POST', `alerts/${id}/clear`, {});
        return { alert: { id, title: 'Leak', status: 'cleared' } };
      },
    ],
    [
      'fault.created',
      async () => {
        const faultId = await send('POST', 'faults', { title: 'Valve is stuck', severity: 'minor' });
        return { faultId, title: 'Valve is stuck', severity: 'minor', status: 'open' };
      },
    ],
    [
      'maintenance.completed',
      async () => {
        const order = { title: 'Replace the valve', type: 'corrective', priority: 'high' };
        const maintenanceId = await send('POST', 'maintenance', order);
        for (const status of ['in_progress', 'completed'])
          await send('PUT', `maintenance/${maintenanceId}`, { status });
        return { maintenanceId, ...order, status: 'completed' };
      },
    ],
    [
      'lighting.changed',
      async () => {
        await lighting.batch({ action: 'dim', value: 35, devices: ['west'] });
        const devices = [{ deviceId: 'west', on: true, level: 35 }];
        return { labelId: 'floor-1', on: true, action: 'dim', devices, executionId: null };
      },
    ],
  ])('the internal event %s starts a workflow once, with its facts', async (event, cause) => {
    const triggerConfig = { event };
    const { id: workflowId } = await aWorkflow(dataSource(), { triggerType: 'event', triggerConfig });
    const facts = await cause();
    while ((await evaluation.evaluateNext()) > 0);
    const executions = await dataSource().manager.find(WorkflowExecutionEntity, {
      select: { id: true, triggerData: true },
      where: { workflowId },
    });
    const data = executions.map(({ triggerData }) => JSON.parse(triggerData) as unknown);
    expect(data).toEqual([expect.objectContaining({ event })]);
    expect(data[0]).toMatchObject(facts);
  });
});
