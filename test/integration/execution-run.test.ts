import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  CalendarEntity,
  PlatformConfigurationEntity,
  TriggerOccurrenceEntity,
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
  WorkflowExecutionStateEntity,
} from '@app/entities';
import { Actor, FixedClock, newId } from '@app/kernel';
import { aWorkflow } from '../factories/a-workflow';
import { call, chain, set } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { FakeService, hang, ok, slowly } from '../factories/fake-service';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

type Options = NonNullable<ConstructorParameters<typeof ExecutionWorkshop>[1]>;

const NOW = Date.parse('2026-05-01T10:00Z');
const ada = Actor.user(7, 'operator', 'ada');

describe('the engine of executions', () => {
  let database: TestDatabase;
  let service: FakeService;
  const workshops: ExecutionWorkshop[] = [];

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  beforeEach(() => (service = new FakeService()));
  afterEach(() => {
    for (const workshop of workshops.splice(0)) workshop.close();
  });

  const workshop = (options: Options = {}) => {
    const made = new ExecutionWorkshop(database, { ports: { http: service }, ...options });
    workshops.push(made);
    return made;
  };
  const workflowOf = (definition: object, more: object = {}) =>
    aWorkflow(database.dataSource, { definition, ...more });
  const stateOf = async (executionId: string) =>
    (await database.dataSource.manager.findOneBy(WorkflowExecutionStateEntity, { executionId }))?.state ??
    null;
  const asked = (path: string) =>
    waitFor(() => service.paths.includes(path), { what: `the request for ${path}` });

  const cancelled = async (shop: ExecutionWorkshop) => {
    service.on('a', hang);
    const workflow = await workflowOf(chain({ before: set('x', 1), a: call('a'), b: call('b') }));
    const id = await shop.accept(workflow);
    const run = shop.run(id);
    await asked('a');
    await shop.control.cancel(ada, workflow.id, id);
    await run;
    return { id, workflow };
  };

  const occurrences = () => database.dataSource.manager.find(TriggerOccurrenceEntity);

  it('saves an execution once if no node has effects or waits', async () => {
    const shop = workshop();
    const definition = chain({
      excess: set('excess', '{{ triggerData.temperature - 21 }}'),
      note: set('note', '{{ triggerData.zone }}: {{ variables.excess }}'),
    });
    const workflow = await workflowOf(definition);
    const detail = await shop.execute(workflow, { temperature: 23.5, zone: 'north' });
    expect(detail).toMatchObject({ status: 'success', error: null, version: 1, dueAt: null });
    expect(detail.nodeResults.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['start', 'success'],
      ['excess', 'success'],
      ['note', 'success'],
    ]);
    expect(detail.nodeResults.at(-1)?.output).toMatchObject({ value: 'north: 2.5' });
    expect(await stateOf(detail.id)).toBeNull();
    expect(shop.bus.told.map(({ payload }) => payload)).toEqual([
      { workflowId: workflow.id, executionId: detail.id, status: 'running' },
      { workflowId: workflow.id, executionId: detail.id, status: 'success' },
    ]);
  });

  it('uses the time zone of the platform and the calendars as they were when the run began', async () => {
    const { manager } = database.dataSource;
    const weekly = [{ day: 5, from: '10:00', to: '11:00' }];
    const calendar = { name: 'Hall', timezone: null, areaIds: [], weekly, exceptions: [] };
    const { id } = await manager.save(CalendarEntity, calendar);
    const environment = { PLATFORM_TIMEZONE: 'Asia/Tokyo' };
    await manager.deleteAll(PlatformConfigurationEntity);
    const shop = workshop({ clock: new FixedClock(Date.parse('2026-05-01T01:30:00Z')), environment });
    const asked = set('answers', `{{ [local(now()).hour, isOpen(now(), ${id})] }}`);
    service.on('a', async () => {
      await manager.delete(CalendarEntity, { id });
      return ok({});
    });
    const workflow = await workflowOf(chain({ first: asked, a: call('a'), second: asked }));
    const { status, nodeResults } = await shop.execute(workflow);
    expect(status).toBe('success');
    const values = nodeResults.flatMap(({ output }) =>
      output && 'value' in output ? [output['value']] : [],
    );
    expect(values).toEqual([
      [10, true],
      [10, true],
    ]);
    expect((await shop.execute(workflow)).nodeResults.at(-1)?.error).toMatchObject({
      message: expect.stringContaining(`There is no calendar ${id}.`) as string,
    });
    await manager.deleteAll(PlatformConfigurationEntity);
  });

  it('saves an execution, with its claim, before and after each effect', async () => {
    const shop = workshop();
    const seen: Partial<WorkflowExecutionEntity>[] = [];
    const id = await shop.accept(await workflowOf(chain({ a: call('a'), x: set('x', 1), b: call('b') })));
    const look = async () => {
      seen.push(await shop.row(id));
      return ok();
    };
    service.on('a', look).on('b', look);
    await shop.run(id);
    expect(seen.map(({ version, claimedBy }) => [version, claimedBy])).toEqual([
      [1, shop.identity.id],
      // Between the two effects, the state is saved twice: after the first effect and before the second.
      [3, shop.identity.id],
    ]);
    expect(await shop.row(id)).toMatchObject({ status: 'success', version: 4, claimedBy: null });
  });

  it('masks environment variables in results, and encrypts them in the saved state', async () => {
    const shop = workshop({ variables: { TOKEN: 'tok-12345', HOME: 'north' } });
    const workflow = await workflowOf(
      chain({
        a: set('auth', 'Bearer {{ env.TOKEN }}'),
        b: call('b', {
          headers: { authorization: '{{ variables.auth }}' },
          body: { home: '{{ env.HOME }}' },
        }),
        c: call('c', { body: '{{ nodeOutputs.b.body.echo }}' }),
      }),
    );
    let saved: string | null = null;
    const id = await shop.accept(workflow);
    service.on('b', async ({ headers }) => ok({ echo: headers['authorization'] }));
    service.on('c', async () => {
      saved = await stateOf(id);
      return ok();
    });
    await shop.run(id);
    const detail = await shop.detail(workflow.id, id);
    expect(detail.status).toBe('success');
    expect(service.requests.map(({ body, headers }) => [body, headers['authorization']])).toEqual([
      [expect.stringContaining('north'), 'Bearer tok-12345'],
      [expect.stringContaining('Bearer tok-12345'), undefined],
    ]);
    expect(saved).toContain('variables');
    for (const secret of ['tok-12345', '"north"']) {
      expect(saved).not.toContain(secret);
      expect(JSON.stringify(detail.nodeResults)).not.toContain(secret);
    }
    // The field name `auth` marks the whole value as a secret.
    expect(detail.nodeResults[1]?.output).toMatchObject({ value: '********' });
  });

  it.each([
    ['a programming error', () => Promise.reject(new TypeError('x is undefined')), 'node_broken'],
    ['a value that is no error', () => Promise.reject('nothing'), 'node_broken'],
  ])('fails the node, not the job, if the node throws %s', async (_, answer, code) => {
    service.on('a', answer);
    const shop = workshop();
    const detail = await shop.execute(await workflowOf(chain({ a: call('a') })));
    expect(detail).toMatchObject({ status: 'failed' });
    expect(detail.nodeResults.at(-1)).toMatchObject({ nodeId: 'a', status: 'failed', error: { code } });
    expect(JSON.stringify(detail)).not.toContain('is undefined');
  });

  it('fails an execution whose revision does not exist', async () => {
    const shop = workshop();
    const { id: workflowId } = await workflowOf(chain({}));
    const id = await shop.accept({ id: workflowId, revision: 99 });
    await shop.run(id);
    expect(await shop.row(id)).toMatchObject({ status: 'failed', dueAt: null });
    expect((await shop.row(id)).error).toBeTruthy();
  });

  describe('at a wait', () => {
    const delayed = chain({
      a: call('a'),
      pause: { type: 'delay', config: { durationMs: 60_000 } },
      b: call('b'),
    });

    it('releases the claim, and lets any worker continue the execution once it is due', async () => {
      const clock = new FixedClock(NOW);
      const shop = workshop({ clock });
      const id = await shop.accept(await workflowOf(delayed));
      await shop.run(id);
      const waiting = await shop.row(id);
      expect(waiting).toMatchObject({ status: 'running', claimedBy: null, dueAt: new Date(NOW + 60_000) });
      expect(shop.queued.at(-1)).toMatchObject({
        jobId: `run-executions-${id}-${waiting.version}`,
        delayMs: 60_000,
      });
      clock.advance(30_000);
      await shop.run(id);
      expect(await shop.row(id)).toEqual(waiting);
      clock.advance(30_000);
      // A new worker, which has nothing of this execution in memory, continues it.
      await workshop({ clock }).run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(service.paths).toEqual(['a', 'b']);
    });

    it('holds the job in the worker if the job arrives a little early', async () => {
      const clock = new FixedClock(NOW);
      const shop = workshop({ clock });
      const id = await shop.accept(await workflowOf(delayed));
      await shop.run(id);
      clock.advance(59_900);
      const run = shop.run(id);
      clock.advance(100);
      await run;
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
    });

    it('releases the claim between the attempts of a node', async () => {
      const clock = new FixedClock(NOW);
      const shop = workshop({ clock });
      const retried = {
        ...call('a', { failOnStatus: true }),
        onError: { action: 'retry' as const, retryCount: 2, retryDelayMs: 5000 },
      };
      service.on('a', () => ({ ...ok(), status: 500 }));
      const id = await shop.accept(await workflowOf(chain({ a: retried })));
      for (const tries of [1, 2]) {
        await shop.run(id);
        expect(service.paths).toHaveLength(tries);
        expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
        clock.advance(5000);
      }
      await shop.run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'failed' });
      expect(new Set(service.keysOf('a')).size).toBe(1);
    });
  });

  describe('in a dry run', () => {
    it('causes no effects and skips waits', async () => {
      const shop = workshop({ clock: new FixedClock(NOW) });
      const definition = chain({
        a: call('a'),
        pause: { type: 'delay', config: { durationMs: 60_000 } },
        b: { ...call('b'), onError: { action: 'retry', retryCount: 2, retryDelayMs: 5000 } },
      });
      const detail = await shop.execute(await workflowOf(definition), {}, true);
      expect(detail).toMatchObject({ status: 'success', dryRun: true, version: 1 });
      expect(detail.nodeResults.map(({ status }) => status)).toEqual([
        'success',
        'success',
        'success',
        'success',
      ]);
      expect(detail.nodeResults[1]?.logs.join()).toContain('Would have sent');
      expect(service.requests).toEqual([]);
    });
  });

  describe('after a cancellation', () => {
    it('aborts the running node, keeps finished results and starts no other node', async () => {
      const shop = workshop();
      const { id, workflow } = await cancelled(shop);
      const detail = await shop.detail(workflow.id, id);
      expect(detail).toMatchObject({ status: 'failed', error: 'cancelled by ada', dueAt: null });
      expect(detail.nodeResults.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual([
        'start success',
        'before success',
        'a failed',
      ]);
      expect(detail.nodeResults.at(-1)?.error).toEqual({
        code: 'cancelled',
        message: 'The execution was cancelled by ada.',
      });
      expect(service.requests[0]?.signal.aborted).toBe(true);
      expect(service.paths).toEqual(['a']);
      expect(
        shop.bus.told.filter(({ payload }) => (payload as { status: string }).status === 'failed'),
      ).toHaveLength(1);
    });

    it('notices the cancellation although its event was lost', async () => {
      const shop = workshop({ timing: { checkEveryMs: 20 } });
      shop.bus.deaf = true;
      const { id } = await cancelled(shop);
      expect(await shop.row(id)).toMatchObject({ status: 'failed', error: 'cancelled by ada' });
    });

    it('keeps the cancellation although a node ignores the abort', async () => {
      const finish = service.hold('a');
      const shop = workshop();
      shop.bus.deaf = true;
      const workflow = await workflowOf(chain({ a: call('a') }));
      const id = await shop.accept(workflow);
      const run = shop.run(id);
      await asked('a');
      await shop.control.cancel(ada, workflow.id, id);
      finish();
      await run;
      expect(await shop.row(id)).toMatchObject({ status: 'failed', error: 'cancelled by ada' });
    });

    it('ends executions that wait or are queued', async () => {
      const shop = workshop();
      const workflow = await workflowOf(chain({ pause: { type: 'delay', config: { durationMs: 60_000 } } }));
      const [waiting, queued] = [await shop.accept(workflow), await shop.accept(workflow)];
      await shop.run(waiting);
      for (const id of [waiting, queued]) {
        await shop.control.cancel(ada, workflow.id, id);
        await shop.run(id);
        expect(await shop.row(id)).toMatchObject({ status: 'failed', error: 'cancelled by ada' });
      }
    });
  });

  describe('with two workers', () => {
    it('runs the effects of an execution once', async () => {
      const finish = service.hold('a');
      const [first, second] = [workshop(), workshop()];
      const id = await first.accept(await workflowOf(chain({ a: call('a') })));
      const run = first.run(id);
      await asked('a');
      await second.run(id);
      await first.run(id);
      expect(service.paths).toEqual(['a']);
      finish();
      await run;
      expect(await first.row(id)).toMatchObject({ status: 'success' });
      await second.run(id);
      expect((await second.row(id)).version).toBe(2);
    });

    it('saves a finished effect before the computations of parallel nodes have ended', async () => {
      const heavy = '{{ triggerData.items.filter((item) => item % 3 === 0).length }}';
      const names = Array.from({ length: 15 }, (_, index) => `x${index}`);
      const { nodes, edges } = chain(Object.fromEntries(names.map((name) => [name, set(name, heavy)])));
      const definition = {
        nodes: [...nodes, { id: 'a', config: {}, ...call('a') }],
        edges: [{ id: 'start-a', source: 'start', target: 'a' }, ...edges],
      };
      const shop = workshop();
      const items = Array.from({ length: 15_000 }, (_, index) => index);
      const { id, status } = await shop.execute(await workflowOf(definition), { items });
      expect(status).toBe('success');
      const parts = await database.dataSource.manager.findBy(WorkflowExecutionResultsEntity, {
        executionId: id,
      });
      const partOf = (node: string) =>
        parts.find(({ results }) => results.includes(`"nodeId":"${node}"`))?.part;
      expect(partOf('a')).toBeLessThan(partOf('x14') ?? 0);
    });

    it('hands an execution over when a claim expires, and repeats only the interrupted effect', async () => {
      const stalled = workshop({ timing: { claimMs: 1 } });
      const finish = service.hold('b', () => ok({ late: true }));
      const workflow = await workflowOf(chain({ a: call('a'), b: call('b'), c: call('c') }));
      const id = await stalled.accept(workflow);
      const run = stalled.run(id);
      await asked('b');
      service.on('b', () => ok());
      const next = workshop();
      await waitFor(
        async () => {
          await next.run(id);
          return (await next.row(id)).status === 'success';
        },
        { what: 'the other worker' },
      );
      finish();
      await run;
      expect(service.paths).toEqual(['a', 'b', 'b', 'c']);
      expect(new Set(service.keysOf('b')).size).toBe(1);
      const detail = await next.detail(workflow.id, id);
      expect(detail.status).toBe('success');
      expect(JSON.stringify(detail.nodeResults)).not.toContain('late');
      expect(detail.nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b', 'c']);
    });

    it('also claims a long execution that has no effects', async () => {
      const shop = workshop({ timing: { checkEveryMs: 10 } });
      const items = Array.from({ length: 4000 }, (_, index) => index);
      const definition = {
        nodes: [
          { id: 'start', type: 'start', config: {} },
          { id: 'each', type: 'loop', config: { items } },
          { id: 'note', type: 'variable', config: { name: 'n', value: '{{ item }}' } },
        ],
        edges: [
          { id: 'e1', source: 'start', target: 'each' },
          { id: 'e2', source: 'each', target: 'note', label: 'body' },
        ],
      };
      const id = await shop.accept(await workflowOf(definition));
      const claims = new Set<string | null>();
      const run = shop.run(id);
      await waitFor(
        async () => {
          const { claimedBy, status } = await shop.row(id);
          claims.add(claimedBy);
          return status !== 'running';
        },
        { what: 'the end' },
      );
      await run;
      expect(claims).toContain(shop.identity.id);
      expect(await shop.row(id)).toMatchObject({ status: 'success', claimedBy: null });
    });
  });

  describe('with an execution that never makes progress', () => {
    it('fails it with given_up after five recoveries', async () => {
      const workflow = await workflowOf(chain({ a: call('a') }));
      const id = await workshop().accept(workflow);
      service.on('a', () => new Promise(() => undefined));
      for (let life = 1; life <= 6; life++) {
        const dying = workshop({ timing: { claimMs: 1 } });
        const hasBegun = () => {
          // This run only waits if the claim of the previous worker has not expired yet, so it is repeated.
          void dying.run(id);
          return service.paths.length === life;
        };
        await waitFor(hasBegun, { what: `life ${life}` });
      }
      const last = workshop();
      await waitFor(
        async () => {
          await last.run(id);
          return (await last.row(id)).status === 'failed';
        },
        { what: 'the end' },
      );
      const detail = await last.detail(workflow.id, id);
      expect(detail.error).toContain('recovered 5 times');
      expect(detail.nodeResults.at(-1)).toMatchObject({
        nodeId: 'a',
        status: 'failed',
        error: { code: 'given_up' },
      });
      expect(service.paths).toHaveLength(6);
    });

    it('counts workers that died before their first write', async () => {
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({})));
      await database.dataSource.manager.update(WorkflowExecutionEntity, id, { recoveries: 5 });
      await shop.run(id, { stalls: 1 });
      expect(await shop.row(id)).toMatchObject({ status: 'failed' });
    });

    it('fails it after three job attempts with an internal error', async () => {
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({})));
      await database.dataSource.manager.insert(WorkflowExecutionStateEntity, {
        executionId: id,
        state: '{"engine":{',
      });
      for (const attempt of [1, 2]) await expect(shop.run(id, { attempt })).rejects.toThrow('JSON');
      await shop.run(id, { attempt: 3 });
      expect(await shop.row(id)).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('internal error') as string,
      });
    });
  });

  describe('in a process that shuts down', () => {
    it('saves node runs that finish within the grace period, and leaves the rest to another worker', async () => {
      const ending = new AbortController();
      const finish = service.hold('a');
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({ a: call('a'), b: call('b') })));
      const run = shop.run(id, { signal: ending.signal });
      await asked('a');
      ending.abort(new Error('The process is shutting down.'));
      finish();
      await expect(run).rejects.toThrow('The process is shutting down.');
      expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
      await workshop().run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success', recoveries: 0 });
      expect(service.paths).toEqual(['a', 'b']);
    });

    it('does not fail an execution whose node it aborts', async () => {
      const ending = new AbortController();
      service.on('a', hang);
      const shop = workshop({ timing: { graceMs: 10 } });
      const id = await shop.accept(await workflowOf(chain({ a: call('a') })));
      const run = shop.run(id, { signal: ending.signal });
      await asked('a');
      ending.abort(new Error('The process is shutting down.'));
      await expect(run).rejects.toThrow('The process is shutting down.');
      expect(service.requests[0]?.signal.aborted).toBe(true);
      service.on('a', () => ok());
      await workshop().run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(new Set(service.keysOf('a')).size).toBe(1);
    });
  });

  describe('under limits', () => {
    it('fails an execution that exceeds its active time, and aborts its nodes', async () => {
      service.on('a', () => new Promise(() => undefined));
      const shop = workshop({ environment: { LIMIT_EXECUTION_ACTIVE_MS: 150 } });
      const detail = await shop.execute(await workflowOf(chain({ a: call('a'), b: call('b') })));
      expect(detail).toMatchObject({ status: 'failed' });
      expect(detail.nodeResults.at(-1)).toMatchObject({
        nodeId: 'a',
        error: { code: 'active_time_exceeded' },
      });
      expect(service.requests[0]?.signal.aborted).toBe(true);
    });

    it('counts the active time of all workers, without waits', async () => {
      const clock = new FixedClock(NOW);
      const environment = { LIMIT_EXECUTION_ACTIVE_MS: 300 };
      service.on('a', slowly(200)).on('b', slowly(200));
      const definition = chain({
        a: call('a'),
        pause: { type: 'delay', config: { durationMs: 60_000 } },
        b: call('b'),
      });
      const id = await workshop({ clock }).accept(await workflowOf(definition));
      await workshop({ clock, environment }).run(id);
      clock.advance(60_000);
      const last = workshop({ clock, environment });
      expect(await last.row(id)).toMatchObject({ status: 'running' });
      await last.run(id);
      expect(await last.row(id)).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('300 ms') as string,
      });
    });

    it('lets other executions run while one makes thousands of steps', async () => {
      const shop = workshop();
      const jumping = {
        nodes: [
          { id: 'start', type: 'start', config: {} },
          { id: 'x', type: 'variable', config: { name: 'x', value: '{{ (variables.x ?? 0) + 1 }}' } },
          {
            id: 'again',
            type: 'condition',
            config: { expression: 'variables.none.such' },
            onError: { action: 'goto', gotoNodeId: 'x' },
          },
        ],
        edges: [
          { id: 'e1', source: 'start', target: 'x' },
          { id: 'e2', source: 'x', target: 'again' },
        ],
      };
      const long = await shop.accept(await workflowOf(jumping));
      const delays = monitorEventLoopDelay({ resolution: 5 });
      delays.enable();
      const running = shop.run(long);
      const quick = await shop.execute(await workflowOf(chain({ x: set('x', 1) })));
      expect(quick.status).toBe('success');
      await running;
      delays.disable();
      const { status, error } = await shop.row(long);
      expect([status, error]).toEqual(['failed', expect.stringContaining('1000')]);
      // The values of the histogram are in nanoseconds.
      expect(delays.max / 1e6).toBeLessThan(1000);
    });
  });

  it('loses no update of a variable in concurrent rounds of a loop', async () => {
    const add = { type: 'variable', config: { name: 'sum', value: '{{ (variables.sum ?? 0) + item }}' } };
    const items = Array.from({ length: 50 }, (_, index) => index);
    const workflow = await workflowOf({
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'each', type: 'loop', config: { items, concurrency: 10 } },
        { id: 'add', ...add },
        { id: 'end', type: 'end', config: { output: { sum: '{{ variables.sum }}' } } },
      ],
      edges: [
        { id: 'e1', source: 'start', target: 'each' },
        { id: 'e2', source: 'each', target: 'add', label: 'body' },
        { id: 'e3', source: 'each', target: 'end', label: 'done' },
      ],
    });
    const { nodeResults } = await workshop().execute(workflow);
    expect(nodeResults.at(-1)).toMatchObject({ nodeId: 'end', output: { sum: (50 * 49) / 2 } });
  });

  describe('and the event workflow.failed', () => {
    beforeEach(() => database.dataSource.manager.clear(TriggerOccurrenceEntity));

    it('records the event for other workflows', async () => {
      service.on('a', () => Promise.reject(new Error('x')));
      const shop = workshop();
      const workflow = await workflowOf(chain({ a: call('a') }), { name: 'Pumps' });
      const { id, error } = await shop.execute(workflow);
      expect(await occurrences()).toMatchObject([
        {
          kind: 'event',
          name: 'workflow.failed',
          payload: { workflowId: workflow.id, workflowName: 'Pumps', executionId: id, error },
        },
      ]);
    });

    it('does not record the event for a dry run', async () => {
      const shop = workshop();
      const broken = { id: 'v', type: 'variable', config: { name: 'x', value: '{{ triggerData.a.b }}' } };
      const workflow = await workflowOf({
        nodes: [{ id: 'start', type: 'start', config: {} }, broken],
        edges: [{ id: 'e', source: 'start', target: 'v' }],
      });
      const { status } = await shop.execute(workflow, {}, true);
      expect(status).toBe('failed');
      expect(await occurrences()).toEqual([]);
    });

    it('does not record the event for a cancelled execution, nor for an execution that such an event started', async () => {
      service.on('a', () => Promise.reject(new Error('x')));
      const shop = workshop();
      const { id: workflowId, revision } = await workflowOf(chain({ a: call('a') }));
      const caused = await shop.intake.accept({
        workflowId,
        revision,
        trigger: 'event',
        triggerData: { event: 'workflow.failed', workflowId: newId() },
      });
      await shop.run(caused);
      const ended = await shop.intake.accept({ workflowId, revision, trigger: 'event', triggerData: null });
      await shop.control.cancel(ada, workflowId, ended);
      expect(await shop.row(caused)).toMatchObject({ status: 'failed' });
      expect(await occurrences()).toEqual([]);
    });
  });

  describe('on a retry', () => {
    it('continues after the failure in a new execution that keeps finished results', async () => {
      const shop = workshop({ variables: { TOKEN: 'tok-12345' } });
      const workflow = await workflowOf(
        chain({
          a: call('a', { body: '{{ env.TOKEN }}' }),
          x: set('x', 'got {{ nodeOutputs.a.body.n }} {{ env.TOKEN }}'),
          b: call('b', { body: '{{ variables.x }}' }),
        }),
      );
      service.on('a', () => ok({ n: 7 })).on('b', () => Promise.reject(new Error('x')));
      const failed = await shop.execute(workflow, { zone: 'north' });
      expect(failed.status).toBe('failed');
      service.on('b', () => ok());
      const id = await shop.retries.retry(ada, workflow.id, failed.id);
      await shop.run(id);
      const detail = await shop.detail(workflow.id, id);
      expect(detail).toMatchObject({ status: 'success', retryOf: failed.id, triggerData: { zone: 'north' } });
      expect(detail.nodeResults.map(({ nodeId, visit, status }) => [nodeId, visit, status])).toEqual([
        ['start', 1, 'success'],
        ['a', 1, 'success'],
        ['x', 1, 'success'],
        ['b', 1, 'failed'],
        ['b', 2, 'success'],
      ]);
      expect(service.paths).toEqual(['a', 'b', 'b']);
      expect(service.requests.at(-1)?.body).toContain('got 7 tok-12345');
      expect(await shop.row(failed.id)).toMatchObject({ status: 'failed' });
    });

    it('repeats the node at which the execution was cancelled', async () => {
      const shop = workshop();
      service.on('b', hang);
      const workflow = await workflowOf(chain({ a: call('a'), b: call('b') }));
      const first = await shop.accept(workflow);
      const run = shop.run(first);
      await asked('b');
      await shop.control.cancel(ada, workflow.id, first);
      await run;
      service.on('b', () => ok());
      const id = await shop.retries.retry(ada, workflow.id, first);
      await shop.run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(service.paths).toEqual(['a', 'b', 'b']);
    });

    it('creates one execution for concurrent and later repeats of a request', async () => {
      const shop = workshop();
      service.on('a', () => Promise.reject(new Error('x')));
      const workflow = await workflowOf(chain({ a: call('a') }));
      const { id } = await shop.execute(workflow);
      const retry = (key: string) => shop.retries.retry(ada, workflow.id, id, key);
      const [first, second] = await Promise.all([retry('key-1'), retry('key-1')]);
      // Flushes the queue now. Otherwise the dispatcher would queue the execution some milliseconds later, when the
      // queue may already be down.
      shop.dispatcher.onModuleDestroy();
      shop.queueIsDown = true;
      expect([second, await retry('key-1')]).toEqual([first, first]);
      shop.queueIsDown = false;
      expect(await retry('key-2')).not.toBe(first);
      expect(await database.dataSource.manager.countBy(WorkflowExecutionEntity, { retryOf: id })).toBe(2);
      shop.dispatcher.onModuleDestroy();
      const ids = shop.queued.flatMap(({ payload }) => payload.executionIds);
      expect(ids.filter((one) => one === first)).toHaveLength(1);
    });

    it.each(['running', 'success'] as const)('refuses if the execution is %s', async (status) => {
      const shop = workshop();
      const workflow = await workflowOf(chain({}));
      const id = await shop.accept(workflow);
      if (status === 'success') await shop.run(id);
      await expect(shop.retries.retry(ada, workflow.id, id)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'execution_not_failed',
      });
    });

    it('refuses while the queue is down', async () => {
      const shop = workshop();
      service.on('a', () => Promise.reject(new Error('x')));
      const workflow = await workflowOf(chain({ a: call('a') }));
      const { id } = await shop.execute(workflow);
      shop.queueIsDown = true;
      await expect(shop.retries.retry(ada, workflow.id, id)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await database.dataSource.manager.countBy(WorkflowExecutionEntity, { retryOf: id })).toBe(0);
    });
  });
});
