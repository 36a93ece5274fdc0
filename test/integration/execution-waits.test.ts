import {
  AuditEntryEntity,
  ExecutionWaitEntity,
  inTransaction,
  PointValueEntity,
  RecentEventEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import {
  AuditService,
  OccurrenceEvaluationService,
  WaitResumptionService,
  WorkflowsService,
} from '@app/domain';
import {
  ListenersService,
  OccurrencesService,
  ResumeAddresses,
  stepKeyOf,
  type WaitsService,
} from '@app/domain/testing';
import { Actor, type Clock, FixedClock, SecretValues } from '@app/kernel';
import type { EdgeDefinition, JsonObject, NodeDefinition } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { call } from '../factories/chain';
import { ExecutionWorkshop, TestBus } from '../factories/execution-workshop';
import { FakeService, ok } from '../factories/fake-service';
import { triggerConditions } from '../factories/trigger-conditions';
import { waitEvaluation, waitsService } from '../factories/wait-services';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';

type Options = NonNullable<ConstructorParameters<typeof ExecutionWorkshop>[1]>;

const NOW = Date.parse('2026-05-01T10:00Z');
const HOUR_MS = 3_600_000;
const ada = Actor.user(7, 'operator', 'ada');
const environment = testEnvironment({ PUBLIC_URL: 'https://plant.example/' });

/** Builds a node that stores the address of `wait`, and the node `wait` with both of its branches. */
function asking(config: JsonObject): { nodes: NodeDefinition[]; edges: EdgeDefinition[] } {
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

const tokensIn = (text: string) =>
  [...text.matchAll(/resume\/(rt_[\w-]{43})/g)].map(([, token = '']) => token);

/** Returns the value that a variable node has set. */
const valueOf = (output: object) => (output as { value?: unknown }).value;

/** Runs an execution. @returns its status, the branch that it took, and the value of that branch */
const answerOf = async (
  shop: ExecutionWorkshop,
  { workflow, id }: { workflow: { id: string }; id: string },
) => {
  await shop.run(id);
  const { status, nodeResults } = await shop.detail(workflow.id, id);
  const answer = nodeResults.find(({ nodeId }) => nodeId === 'yes' || nodeId === 'no');
  return { status, via: answer?.nodeId, answer: (answer?.output as { value?: unknown })?.value };
};

/** Returns the token of `resumeUrl("wait")` in an execution, outside of all loops. */
function waitsTokens(executionId: string): string {
  return new ResumeAddresses(environment).tokenOf(
    stepKeyOf(executionId, { frame: '', nodeId: 'wait', visit: 1 }),
  );
}

describe('a wait_for node', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let service: FakeService;
  let bus: TestBus;
  const workshops: ExecutionWorkshop[] = [];

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  beforeEach(async () => {
    clock.set(NOW);
    service = new FakeService();
    bus = new TestBus();
    for (const entity of [ExecutionWaitEntity, TriggerOccurrenceEntity, RecentEventEntity, PointValueEntity])
      await database.dataSource.manager.deleteAll(entity);
  });
  afterEach(() => {
    for (const workshop of workshops.splice(0)) workshop.close();
  });

  const manager = () => database.dataSource.manager;
  const workshop = (options: Options = {}) => {
    const waits = waitsService(database.dataSource, environment, clock);
    const made = new ExecutionWorkshop(database, {
      clock,
      bus,
      environment,
      ...options,
      ports: { http: service, waits, ...options.ports },
    });
    workshops.push(made);
    return made;
  };
  const workflowOf = (definition: object) => aWorkflow(database.dataSource, { definition });
  const resumption = (shop: ExecutionWorkshop) =>
    new WaitResumptionService(
      database.dataSource,
      shop.dispatcher,
      new WorkflowsService(database.dataSource, environment),
      clock,
      environment,
      new AuditService(database.dataSource, clock),
    );
  const waitOf = (executionId: string) => manager().findOneByOrFail(ExecutionWaitEntity, { executionId });

  /** Runs an execution until it waits. @returns the execution, and the token of its one-time address */
  const waiting = async (shop: ExecutionWorkshop, config: JsonObject = { call: true }) => {
    const workflow = await workflowOf(asking(config));
    const id = await shop.accept(workflow);
    await shop.run(id);
    const detail = await shop.detail(workflow.id, id);
    const [token = ''] = tokensIn(JSON.stringify(detail));
    return { workflow, id, token, detail };
  };
  describe('for a call', () => {
    it('waits without a claim, and continues with the data of the call in another process', async () => {
      const shop = workshop();
      const run = await waiting(shop);
      expect(run.detail).toMatchObject({ status: 'running' });
      expect(await shop.row(run.id)).toMatchObject({ claimedBy: null, dueAt: new Date(NOW + HOUR_MS) });
      expect(await resumption(shop).find(run.token)).toEqual({
        workflowName: 'A workflow',
        nodeName: 'wait',
      });
      const other = workshop();
      await resumption(other).resume(run.token, { ok: '是' });
      expect(other.queued.map(({ payload }) => payload.executionIds)).toEqual([[run.id]]);
      expect(await shop.row(run.id)).toMatchObject({ wakes: 1, dueAt: new Date(NOW) });
      expect(await answerOf(other, run)).toEqual({ status: 'success', via: 'yes', answer: { ok: '是' } });
      expect(await manager().findBy(AuditEntryEntity, { target: run.id })).toMatchObject([
        { action: 'execution.resumed', username: 'one-time address' },
      ]);
    });

    it('has the same address whenever it is evaluated, and stores only a hash of its token', async () => {
      const shop = workshop();
      const definition = asking({ call: true });
      definition.nodes.push({
        id: 'again',
        type: 'variable',
        config: { name: 'x', value: '{{ [resumeUrl("wait"), resumeUrl("wait")] }}' },
      });
      definition.edges.push({ id: '5', source: 'start', target: 'again' });
      const workflow = await workflowOf(definition);
      const detail = await shop.execute(workflow);
      const text = JSON.stringify(detail);
      expect(new Set(tokensIn(text)).size).toBe(1);
      expect(tokensIn(text).length).toBeGreaterThan(2);
      expect(text).toContain('https://plant.example/api/workflows/resume/rt_');
      const [token = ''] = tokensIn(text);
      const wait = await waitOf(detail.id);
      expect(JSON.stringify(wait)).not.toContain(token);
      expect(wait.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    });

    it('is queued by the sweep if no job could be added for the call, although a job for the time limit exists', async () => {
      const shop = workshop();
      const run = await waiting(shop);
      const jobIds = () =>
        shop.queued.flatMap(({ jobId, payload }) => (payload.executionIds.includes(run.id) ? [jobId] : []));
      expect(jobIds().length).toBeGreaterThan(0);
      shop.queueIsDown = true;
      await resumption(shop).resume(run.token, { ok: true });
      shop.queueIsDown = false;
      clock.advance(HOUR_MS / 2);
      const due = (await shop.overdue.next()).filter(({ payload }) => payload.executionIds.includes(run.id));
      expect(due).toHaveLength(1);
      expect(jobIds()).not.toContain(due[0]?.jobId);
      expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'yes', answer: { ok: true } });
    });

    it('accepts only one of 20 concurrent calls, and refuses later calls and unknown tokens', async () => {
      const shop = workshop();
      const run = await waiting(shop);
      const calls = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => resumption(shop).resume(run.token, { index })),
      );
      expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refusals = calls.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as { code: string }] : [],
      );
      expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['already_resumed']));
      expect((await shop.row(run.id)).wakes).toBe(1);
      const winner = calls.findIndex(({ status }) => status === 'fulfilled');
      expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'yes', answer: { index: winner } });
      await expect(resumption(shop).resume(run.token, {})).rejects.toMatchObject({ code: 'already_resumed' });
      await expect(resumption(shop).find(run.token)).rejects.toMatchObject({ code: 'already_resumed' });
      await expect(resumption(shop).resume(`rt_${'A'.repeat(43)}`, {})).rejects.toMatchObject({
        kind: 'not_found',
      });
    });

    it('continues along the branch timeout after its time limit, and then refuses calls', async () => {
      const shop = workshop();
      const run = await waiting(shop);
      clock.advance(HOUR_MS);
      await expect(resumption(shop).resume(run.token, {})).rejects.toMatchObject({ code: 'wait_timed_out' });
      expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'no', answer: 'late' });
      await expect(resumption(shop).resume(run.token, {})).rejects.toMatchObject({ code: 'wait_timed_out' });
      expect(await waitOf(run.id)).toMatchObject({ status: 'timedOut', data: null });
    });

    it('ends exactly once if a call arrives at the time limit', async () => {
      const shop = workshop();
      for (let round = 0; round < 10; round++) {
        clock.set(NOW);
        const run = await waiting(shop);
        // The clock of this worker is an hour ahead, so that it ends the wait while the api still accepts the call.
        const ahead = new FixedClock(NOW + HOUR_MS);
        const late = workshop({
          clock: ahead,
          ports: { waits: waitsService(database.dataSource, environment, ahead) },
        });
        const [called] = await Promise.allSettled([
          resumption(shop).resume(run.token, round),
          late.run(run.id),
        ]);
        await late.run(run.id);
        const { status } = await waitOf(run.id);
        expect(status).toBe(called?.status === 'fulfilled' ? 'met' : 'timedOut');
        expect(await answerOf(late, run)).toMatchObject({
          status: 'success',
          via: status === 'met' ? 'yes' : 'no',
        });
      }
    });

    it('is deleted when its execution is cancelled, after which its address is unknown', async () => {
      const shop = workshop();
      const run = await waiting(shop);
      await shop.control.cancel(ada, run.workflow.id, run.id);
      expect(await manager().countBy(ExecutionWaitEntity, { executionId: run.id })).toBe(0);
      await expect(resumption(shop).resume(run.token, {})).rejects.toMatchObject({ kind: 'not_found' });
      await expect(resumption(shop).find(run.token)).rejects.toMatchObject({ kind: 'not_found' });
    });

    it('is ended by a cancellation even if a call arrives at the same time', async () => {
      const shop = workshop();
      for (let round = 0; round < 5; round++) {
        const run = await waiting(shop);
        const [called] = await Promise.allSettled([
          resumption(shop).resume(run.token, round),
          shop.control.cancel(ada, run.workflow.id, run.id),
        ]);
        const row = await shop.row(run.id);
        expect(row.status).toBe('failed');
        const kind = called?.status === 'rejected' ? (called.reason as { kind: string }).kind : 'resumed';
        expect(['resumed', 'not_found']).toContain(kind);
        await shop.run(run.id);
        expect((await shop.row(run.id)).status).toBe('failed');
      }
    });

    it('is deleted when its execution ends during the run of another node', async () => {
      const shop = workshop();
      const definition = asking({ call: true });
      definition.nodes.push({ id: 'end', type: 'end', config: {} }, {
        id: 'slow',
        ...call('slow'),
      } as NodeDefinition);
      definition.edges.push(
        { id: '5', source: 'start', target: 'slow' },
        { id: '6', source: 'slow', target: 'end' },
      );
      service.on('slow', async () => {
        await waitFor(async () => (await manager().count(ExecutionWaitEntity)) === 1, { what: 'the wait' });
        return ok();
      });
      const detail = await shop.execute(await workflowOf(definition));
      expect(detail.status).toBe('success');
      expect(await manager().count(ExecutionWaitEntity)).toBe(0);
      const [token = ''] = tokensIn(JSON.stringify(detail));
      await expect(resumption(shop).resume(token, {})).rejects.toMatchObject({ kind: 'not_found' });
    });

    it.each([
      ['the bus is silent', true],
      ['the bus informs the worker', false],
    ])('loses no call that arrives while the worker runs another branch, if %s', async (_, deaf) => {
      bus.deaf = deaf;
      const shop = workshop();
      const definition = asking({ call: true });
      definition.nodes.push({ id: 'slow', ...call('slow') } as NodeDefinition);
      definition.edges.push({ id: '5', source: 'start', target: 'slow' });
      let release: (() => void) | undefined;
      service.on('slow', () => new Promise((resolve) => (release = () => resolve(ok()))));
      const workflow = await workflowOf(definition);
      const id = await shop.accept(workflow);
      const run = shop.run(id);
      await waitFor(() => release !== undefined, { what: 'the request' });
      await waitFor(async () => (await manager().countBy(ExecutionWaitEntity, { executionId: id })) === 1, {
        what: 'the wait',
      });
      const tokens = waitsTokens(id);
      await resumption(shop).resume(tokens, { early: true });
      release?.();
      await run;
      // Without the event, the worker notices the call when it saves the wait, and queues the execution again at once.
      const isQueued = shop.queued.some(({ delayMs }) => delayMs === 0);
      expect(isQueued).toBe(deaf);
      expect(await answerOf(shop, { workflow, id })).toEqual({
        status: 'success',
        via: 'yes',
        answer: { early: true },
      });
    });

    it('continues at once if the call arrived while the wait was being registered', async () => {
      const waits = waitsService(database.dataSource, environment, clock);
      let asked = 0;
      const shop: ExecutionWorkshop = workshop({
        ports: {
          waits: {
            ask: async (request) => {
              const answer = await waits.ask(request);
              if (asked++ === 0) await resumption(shop).resume(waitsTokens(request.execution.id), {});
              return answer;
            },
          },
        },
      });
      const definition = asking({ call: true });
      definition.nodes.push(
        { id: 'slow', ...call('slow') } as NodeDefinition,
        { id: 'after', ...call('after') } as NodeDefinition,
      );
      definition.edges.push(
        { id: '5', source: 'start', target: 'slow' },
        { id: '6', source: 'yes', target: 'after' },
      );
      let release: (() => void) | undefined;
      service.on('slow', () => new Promise((resolve) => (release = () => resolve(ok()))));
      const workflow = await workflowOf(definition);
      const id = await shop.accept(workflow);
      const run = shop.run(id);
      await waitFor(() => service.paths.includes('after'), { what: 'the node after the wait' });
      expect(asked).toBe(2);
      release?.();
      await run;
      expect((await shop.row(id)).status).toBe('success');
    });

    it('has a separate address in each iteration of a loop', async () => {
      const shop = workshop();
      const definition = {
        nodes: [
          { id: 'start', type: 'start', config: {} },
          { id: 'each', type: 'loop', config: { items: ['a', 'b', 'c'], concurrency: 3 } },
          {
            id: 'ask',
            type: 'variable',
            config: { name: 'url', value: '{{ item }} {{ resumeUrl("wait") }}' },
          },
          { id: 'wait', type: 'wait_for', config: { call: true } },
          {
            id: 'got',
            type: 'variable',
            config: { name: 'got', value: '{{ item }}{{ nodeOutputs.wait.data }}' },
          },
        ],
        edges: [
          { id: '1', source: 'start', target: 'each' },
          { id: '2', source: 'each', target: 'ask', label: 'body' },
          { id: '3', source: 'ask', target: 'wait' },
          { id: '4', source: 'wait', target: 'got', label: 'met' },
        ],
      };
      const workflow = await workflowOf(definition);
      const { id, nodeResults } = await shop.execute(workflow);
      const asked = nodeResults.flatMap(({ nodeId, output }) =>
        nodeId === 'ask' ? [String(valueOf(output))] : [],
      );
      expect(new Set(asked.flatMap(tokensIn)).size).toBe(3);
      for (const text of asked.toReversed()) {
        await resumption(shop).resume(tokensIn(text)[0] ?? '', text.slice(0, 1).toUpperCase());
        await shop.run(id);
      }
      const done = await shop.detail(workflow.id, id);
      const got = done.nodeResults.flatMap(({ nodeId, output }) =>
        nodeId === 'got' ? [valueOf(output)] : [],
      );
      expect([done.status, got]).toEqual(['success', ['cC', 'bB', 'aA']]);
    });

    it('ends at once in a dry run', async () => {
      const shop = workshop();
      const detail = await shop.execute(await workflowOf(asking({ call: true })), {}, true);
      expect(detail).toMatchObject({ status: 'success' });
      expect(detail.nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'ask', 'wait', 'yes']);
      expect(await manager().count(ExecutionWaitEntity)).toBe(0);
    });
  });

  const evaluationFor = (shop: ExecutionWorkshop, secrets?: SecretValues) => {
    const { dataSource } = database;
    return new OccurrenceEvaluationService(
      dataSource,
      new ListenersService(),
      shop.intake,
      triggerConditions(dataSource, environment, clock),
      waitEvaluation(dataSource, environment, clock, shop.dispatcher, secrets),
      environment,
    );
  };
  const evaluateAll = async (shop: ExecutionWorkshop, secrets?: SecretValues) => {
    const evaluation = evaluationFor(shop, secrets);
    while ((await evaluation.evaluateNext()) > 0);
  };
  const occurrences = (by: Clock = clock) => new OccurrencesService(by, bus as never);
  const valueChanges = (code: string, value: number) =>
    inTransaction(database.dataSource, (tx) =>
      occurrences().record(tx, {
        kind: 'state_change',
        name: code,
        payload: { code, value, previous: null, quality: 'good', timestamp: clock.now().toISOString() },
      }),
    );
  const alertCleared = (alertId: number, by?: Clock) =>
    inTransaction(database.dataSource, (tx) =>
      occurrences(by).record(tx, { kind: 'event', name: 'alert.cleared', payload: { alertId } }),
    );
  const storedValue = (code: string, value: number) =>
    manager().save(PointValueEntity, { code, value, quality: 0, measuredAt: clock.now() });

  describe('for points', () => {
    const hot = {
      points: { watch: ['AHU*.Temp'], condition: 'value > given.limit' },
      given: { limit: '{{ 20 + 6 }}' },
    };

    it('continues at once if a current value meets the condition', async () => {
      await storedValue('AHU1.Temp', 20);
      await storedValue('AHU2.Temp', 27);
      const shop = workshop();
      const { detail } = await waiting(shop, hot);
      expect(detail.status).toBe('success');
      expect(detail.nodeResults.find(({ nodeId }) => nodeId === 'yes')?.output).toMatchObject({
        value: { code: 'AHU2.Temp', value: 27, previous: null, quality: 'good' },
      });
    });

    it('continues with the first change that meets the condition', async () => {
      await storedValue('AHU1.Temp', 20);
      const shop = workshop();
      const run = await waiting(shop, hot);
      expect(run.detail.status).toBe('running');
      clock.advance(1000);
      await valueChanges('AHU1.Temp', 25);
      await valueChanges('OTHER.Temp', 30);
      await evaluateAll(shop);
      expect((await shop.row(run.id)).wakes).toBe(0);
      await valueChanges('AHU1.Temp', 26.5);
      await valueChanges('AHU1.Temp', 29);
      await evaluateAll(shop);
      expect((await shop.row(run.id)).wakes).toBe(1);
      expect(await answerOf(shop, run)).toMatchObject({
        status: 'success',
        via: 'yes',
        answer: { code: 'AHU1.Temp', value: 26.5 },
      });
    });

    it('finds a change for which no occurrence was recorded, because the wait was not committed yet', async () => {
      const shop = workshop();
      const run = await waiting(shop, hot);
      await storedValue('AHU1.Temp', 27);
      expect((await shop.row(run.id)).dueAt).toEqual(new Date(NOW + 5000));
      clock.advance(5000);
      expect(await answerOf(shop, run)).toMatchObject({
        status: 'success',
        via: 'yes',
        answer: { value: 27 },
      });
    });
  });

  describe('for an event', () => {
    const cleared = {
      event: { name: 'alert.cleared', condition: 'triggerData.alertId === given.id' },
      given: { id: 7 },
    };

    it('continues with the next event that meets the condition', async () => {
      await alertCleared(7);
      await evaluateAll(workshop());
      clock.advance(1);
      const shop = workshop();
      const run = await waiting(shop, cleared);
      expect(run.detail.status).toBe('running');
      await alertCleared(8);
      await evaluateAll(shop);
      expect(await answerOf(shop, run)).toMatchObject({ status: 'running' });
      await alertCleared(7);
      await evaluateAll(shop);
      expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'yes', answer: { alertId: 7 } });
    });

    it.each([
      ['evaluated', true, 0],
      ['not evaluated', false, 0],
      ['not evaluated, and recorded by a process whose clock is behind', false, -2000],
    ])(
      'finds an event that occurred between its start and its registration, and was %s',
      async (_, evaluated, skewMs) => {
        const shop = workshop();
        const waits = waitsService(database.dataSource, environment, clock);
        let asked = 0;
        const late = {
          ask: async (request: Parameters<WaitsService['ask']>[0]) => {
            if (asked++ === 0) {
              await alertCleared(7, new FixedClock(NOW + skewMs));
              if (evaluated) await evaluateAll(shop);
              // Pretend that the registration takes a minute, although it is much faster. Its duration must not matter,
              // because the instants of events come from the clock of the database.
              clock.advance(60_000);
            }
            return waits.ask(request);
          },
        };
        const slow = workshop({ ports: { waits: late } });
        const { detail } = await waiting(slow, cleared);
        expect(detail.status).toBe('success');
        expect(await manager().count(RecentEventEntity)).toBe(evaluated ? 1 : 0);
      },
    );

    it.each([
      ['comes later', false],
      ['is found when the node registers', true],
    ])(
      'compares an event that %s with a secret, without storing the secret in plain text',
      async (_, isEarly) => {
        const secrets = new SecretValues({ KEY: 'tenant-k3y' });
        const waits = waitsService(database.dataSource, environment, clock, secrets);
        const keyed = () =>
          inTransaction(database.dataSource, (tx) =>
            occurrences().record(tx, {
              kind: 'event',
              name: 'alert.cleared',
              payload: { alertId: 7, text: 'of tenant-k3y' },
            }),
          );
        const early = {
          ask: async (request: Parameters<WaitsService['ask']>[0]) => {
            if (isEarly) await keyed();
            clock.advance(60_000);
            return waits.ask(request);
          },
        };
        const shop = workshop({ variables: { KEY: 'tenant-k3y' }, ports: { waits: early } });
        const run = await waiting(shop, {
          event: { name: 'alert.cleared', condition: 'triggerData.text === given.list[0].text' },
          given: { list: [{ text: 'of {{ env.KEY }}' }] },
        });
        const { given } = await waitOf(run.id);
        expect(JSON.stringify(given)).toMatch(/"text":"of .*KEY/);
        expect(JSON.stringify(given)).not.toContain('k3y');
        if (!isEarly) await keyed();
        await evaluateAll(shop, secrets);
        expect(await answerOf(shop, run)).toMatchObject({ status: 'success', via: 'yes' });
      },
    );

    it('continues with an event that was recorded by a process whose clock is slow', async () => {
      const shop = workshop();
      const run = await waiting(shop, cleared);
      await alertCleared(7, new FixedClock(NOW - 2000));
      await evaluateAll(shop);
      expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'yes', answer: { alertId: 7 } });
    });

    it.each([
      ['evaluated after the registration', false],
      ['evaluated before the registration', true],
    ])(
      'ignores an event that a process with a fast clock recorded before the start of the wait, if the event is %s',
      async (_, early) => {
        await alertCleared(7, new FixedClock(NOW + 2000));
        const shop = workshop();
        if (early) await evaluateAll(shop);
        const run = await waiting(shop, cleared);
        await evaluateAll(shop);
        expect(await answerOf(shop, run)).toMatchObject({ status: 'running' });
      },
    );

    it.each([
      ['evaluated before the node is checked', true],
      ['found by the check of the node', false],
    ])('ends by its time limit if an event occurs after the limit but is %s', async (_, evaluated) => {
      const shop = workshop();
      const run = await waiting(shop, cleared);
      clock.advance(HOUR_MS + 1);
      await alertCleared(7);
      if (evaluated) await evaluateAll(shop);
      expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'no', answer: 'late' });
    });

    it('wakes each of many executions only once, and deletes old events', async () => {
      const shop = workshop();
      const runs = [];
      for (let index = 0; index < 5; index++) runs.push(await waiting(shop, cleared));
      clock.advance(1);
      await alertCleared(7);
      await alertCleared(7);
      await Promise.all([evaluationFor(shop).evaluateNext(), evaluationFor(shop).evaluateNext()]);
      await evaluateAll(shop);
      for (const run of runs) expect((await shop.row(run.id)).wakes).toBe(1);
      for (const run of runs)
        expect(await answerOf(shop, run)).toMatchObject({ status: 'success', via: 'yes' });
      clock.advance(16 * 60_000);
      await evaluateAll(shop);
      expect(await manager().count(RecentEventEntity)).toBe(0);
    });
  });
});
