import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
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

describe('running executions', () => {
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

  it('runs to the end in one write where nothing acts or waits', async () => {
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

  it('writes before and after each effect, and says who is at it', async () => {
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
      // After the first, and before the second.
      [3, shop.identity.id],
    ]);
    expect(await shop.row(id)).toMatchObject({ status: 'success', version: 4, claimedBy: null });
  });

  it('hides what comes from the environment, in results and in what is kept meanwhile', async () => {
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
    let kept: string | null = null;
    const id = await shop.accept(workflow);
    service.on('b', async ({ headers }) => ok({ echo: headers['authorization'] }));
    service.on('c', async () => {
      kept = await stateOf(id);
      return ok();
    });
    await shop.run(id);
    const detail = await shop.detail(workflow.id, id);
    expect(detail.status).toBe('success');
    expect(service.requests.map(({ body, headers }) => [body, headers['authorization']])).toEqual([
      [expect.stringContaining('north'), 'Bearer tok-12345'],
      [expect.stringContaining('Bearer tok-12345'), undefined],
    ]);
    expect(kept).toContain('variables');
    for (const secret of ['tok-12345', '"north"']) {
      expect(kept).not.toContain(secret);
      expect(JSON.stringify(detail.nodeResults)).not.toContain(secret);
    }
    // A value that is called `auth` is masked as a whole.
    expect(detail.nodeResults[1]?.output).toMatchObject({ value: '********' });
  });

  it.each([
    ['a fault of a program', () => Promise.reject(new TypeError('x is undefined')), 'node_broken'],
    ['no error at all', () => Promise.reject('nothing'), 'node_broken'],
  ])('fails a node that throws %s, and no job', async (_, answer, code) => {
    service.on('a', answer);
    const shop = workshop();
    const detail = await shop.execute(await workflowOf(chain({ a: call('a') })));
    expect(detail).toMatchObject({ status: 'failed' });
    expect(detail.nodeResults.at(-1)).toMatchObject({ nodeId: 'a', status: 'failed', error: { code } });
    expect(JSON.stringify(detail)).not.toContain('is undefined');
  });

  it('fails where the definition that it is to run is not to be had', async () => {
    const shop = workshop();
    const { id: workflowId } = await workflowOf(chain({}));
    const id = await shop.accept({ id: workflowId, revision: 99 });
    await shop.run(id);
    expect(await shop.row(id)).toMatchObject({ status: 'failed', dueAt: null });
    expect((await shop.row(id)).error).toBeTruthy();
  });

  describe('waiting', () => {
    const delayed = chain({
      a: call('a'),
      pause: { type: 'delay', config: { durationMs: 60_000 } },
      b: call('b'),
    });

    it('holds nothing meanwhile, is gone on with when it is due, and not before', async () => {
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
      // Another worker, which knows nothing of it.
      await workshop({ clock }).run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(service.paths).toEqual(['a', 'b']);
    });

    it('bridges the difference of two clocks', async () => {
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

    it('waits between tries without being at work', async () => {
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

  describe('a dry run', () => {
    it('acts on nothing and waits for nothing', async () => {
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

  describe('cancelling', () => {
    it('stops the node that is at work, keeps what was done, and starts nothing', async () => {
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

    it('is noticed where nobody tells of it', async () => {
      const shop = workshop({ timing: { lookEveryMs: 20 } });
      shop.bus.deaf = true;
      const { id } = await cancelled(shop);
      expect(await shop.row(id)).toMatchObject({ status: 'failed', error: 'cancelled by ada' });
    });

    it('is not overwritten by a node that does not listen', async () => {
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

    it('ends what waits, and what nobody has begun', async () => {
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

  describe('two workers', () => {
    it('do not both act', async () => {
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

    it('write that an effect has ended before what only computes beside it goes on', async () => {
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

    it('take over from one that is gone, repeat what it was at alone, and it has lost', async () => {
      const gone = workshop({ timing: { claimMs: 1 } });
      const finish = service.hold('b', () => ok({ late: true }));
      const workflow = await workflowOf(chain({ a: call('a'), b: call('b'), c: call('c') }));
      const id = await gone.accept(workflow);
      const run = gone.run(id);
      await asked('b');
      service.on('b', () => ok());
      const heir = workshop();
      await waitFor(
        async () => {
          await heir.run(id);
          return (await heir.row(id)).status === 'success';
        },
        { what: 'the other worker' },
      );
      finish();
      await run;
      expect(service.paths).toEqual(['a', 'b', 'b', 'c']);
      expect(new Set(service.keysOf('b')).size).toBe(1);
      const detail = await heir.detail(workflow.id, id);
      expect(detail.status).toBe('success');
      expect(JSON.stringify(detail.nodeResults)).not.toContain('late');
      expect(detail.nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b', 'c']);
    });

    it('let a long execution that does not act be one worker’s too', async () => {
      const shop = workshop({ timing: { lookEveryMs: 10 } });
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

  describe('what breaks off again and again', () => {
    it('is given up after five revivals, with the reason', async () => {
      const workflow = await workflowOf(chain({ a: call('a') }));
      const id = await workshop().accept(workflow);
      service.on('a', () => new Promise(() => undefined));
      for (let life = 1; life <= 6; life++) {
        const dying = workshop({ timing: { claimMs: 1 } });
        const hasBegun = () => {
          // Until the claim of the one before has run out there is nothing for it to do.
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
      expect(detail.error).toContain('taken up anew 5 times');
      expect(detail.nodeResults.at(-1)).toMatchObject({
        nodeId: 'a',
        status: 'failed',
        error: { code: 'given_up' },
      });
      expect(service.paths).toHaveLength(6);
    });

    it('counts workers that died before anything was written', async () => {
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({})));
      await database.dataSource.manager.update(WorkflowExecutionEntity, id, { revivals: 5 });
      await shop.run(id, { stalls: 1 });
      expect(await shop.row(id)).toMatchObject({ status: 'failed' });
    });

    it('is tried again, then fails, where the service itself is at fault', async () => {
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
        error: expect.stringContaining('fault') as string,
      });
    });
  });

  describe('at the end of the process', () => {
    it('lets what is under way finish for a while, writes it, and leaves the rest to another', async () => {
      const ending = new AbortController();
      const finish = service.hold('a');
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({ a: call('a'), b: call('b') })));
      const run = shop.run(id, { signal: ending.signal });
      await asked('a');
      ending.abort(new Error('The process ends.'));
      finish();
      await expect(run).rejects.toThrow('The process ends.');
      expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
      await workshop().run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success', revivals: 0 });
      expect(service.paths).toEqual(['a', 'b']);
    });

    it('does not call failed what was only broken off', async () => {
      const ending = new AbortController();
      service.on('a', hang);
      const shop = workshop({ timing: { graceMs: 10 } });
      const id = await shop.accept(await workflowOf(chain({ a: call('a') })));
      const run = shop.run(id, { signal: ending.signal });
      await asked('a');
      ending.abort(new Error('The process ends.'));
      await expect(run).rejects.toThrow('The process ends.');
      expect(service.requests[0]?.signal.aborted).toBe(true);
      service.on('a', () => ok());
      await workshop().run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(new Set(service.keysOf('a')).size).toBe(1);
    });
  });

  describe('limits', () => {
    it('ends what is at work for too long, and tells its nodes', async () => {
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

    it('counts the time over all workers, and not what was only waited', async () => {
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

    it('leaves others their turn while thousands of steps are made', async () => {
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
      // Nanoseconds.
      expect(delays.max / 1e6).toBeLessThan(1000);
    });
  });

  it('loses no change of a variable where several make one at once', async () => {
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

  describe('that a workflow failed', () => {
    beforeEach(() => database.dataSource.manager.clear(TriggerOccurrenceEntity));

    it('is noted for other workflows', async () => {
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

    it('is not noted of a dry run', async () => {
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

    it('is not noted of one that such a failure set going, nor of one that a person ended', async () => {
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

  describe('retrying', () => {
    it('goes on where it failed, as another execution that has what was done', async () => {
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

    it('goes on where it was cancelled', async () => {
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

    it('makes one execution of a request that is repeated, also at the same time', async () => {
      const shop = workshop();
      service.on('a', () => Promise.reject(new Error('x')));
      const workflow = await workflowOf(chain({ a: call('a') }));
      const { id } = await shop.execute(workflow);
      const retry = (key: string) => shop.retries.retry(ada, workflow.id, id, key);
      const [first, second] = await Promise.all([retry('key-1'), retry('key-1')]);
      shop.queueIsDown = true;
      expect([second, await retry('key-1')]).toEqual([first, first]);
      shop.queueIsDown = false;
      expect(await retry('key-2')).not.toBe(first);
      expect(await database.dataSource.manager.countBy(WorkflowExecutionEntity, { retryOf: id })).toBe(2);
      shop.announcer.onModuleDestroy();
      const ids = shop.queued.flatMap(({ payload }) => payload.executionIds);
      expect(ids.filter((one) => one === first)).toHaveLength(1);
    });

    it.each(['running', 'success'] as const)('is refused where it is %s', async (status) => {
      const shop = workshop();
      const workflow = await workflowOf(chain({}));
      const id = await shop.accept(workflow);
      if (status === 'success') await shop.run(id);
      await expect(shop.retries.retry(ada, workflow.id, id)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'execution_not_failed',
      });
    });

    it('writes nothing while the queue is down', async () => {
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
