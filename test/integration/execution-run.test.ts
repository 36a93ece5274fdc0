import { executionProgressed } from '@app/contracts';
import {
  CalendarEntity,
  PlatformConfigurationEntity,
  WorkflowExecutionEntity,
  WorkflowExecutionStateEntity,
} from '@app/entities';
import { Actor, FixedClock, say } from '@app/kernel';
import { call, chain, set } from '../factories/chain';
import type { WorkshopOptions } from '../factories/execution-workshop';
import { ok, slowly } from '../factories/fake-service';
import { useWorkshops } from '../factories/use-workshops';

/**
 * Creates ports that record their calls. A method in `answers` returns its fixed result, and any other method returns
 * undefined.
 */
function recordedPorts() {
  const called: string[] = [];
  const answers: Record<string, unknown> = {
    'http.request': ok(),
    'sql.run': { rows: [], rowCount: 0 },
    'mail.hasServer': true,
    'points.read': { value: 0.5, quality: 'good' },
    'readings.values': [],
    'readings.history': [],
    'energy.figures': { total: 1, unit: 'kWh' },
    'recall.recall': null,
  };
  const portOf = (port: string) =>
    new Proxy(
      {},
      {
        get: (_, method: string) => async () => {
          const name = `${port}.${method}`;
          called.push(name);
          return answers[name];
        },
      },
    );
  const names = ['http', 'mail', 'sql', 'points', 'lights', 'alerts', 'exports', 'reports', 'readings'];
  const ports = [...names, 'energy', 'recall', 'remember'].map((name) => [name, portOf(name)] as const);
  const tickets = { faults: portOf('tickets.faults'), workOrders: portOf('tickets.workOrders') };
  return { called, ports: { ...Object.fromEntries(ports), tickets } as WorkshopOptions['ports'] };
}

const NOW = Date.parse('2026-05-01T10:00Z');
const ada = Actor.user(7, 'operator', 'ada');

describe('the engine of executions', () => {
  const shops = useWorkshops();
  const { workshop, workflowOf } = shops;
  const stateOf = async (executionId: string) =>
    (await shops.database.dataSource.manager.findOneBy(WorkflowExecutionStateEntity, { executionId }))
      ?.state ?? null;

  it('the engine saves an execution once if no node has effects or waits', async () => {
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

  it('the engine uses the time zone of the platform and the calendars as they were at the beginning of the run', async () => {
    const { manager } = shops.database.dataSource;
    const weekly = [{ day: 5, from: '10:00', to: '11:00' }];
    const calendar = { name: 'Hall', timezone: null, areaIds: [], weekly, exceptions: [] };
    const { id } = await manager.save(CalendarEntity, calendar);
    const environment = { PLATFORM_TIMEZONE: 'Asia/Tokyo' };
    await manager.deleteAll(PlatformConfigurationEntity);
    const shop = workshop({ clock: new FixedClock(Date.parse('2026-05-01T01:30:00Z')), environment });
    const asked = set('answers', `{{ [local(now()).hour, isOpen(now(), ${id})] }}`);
    shops.service.on('a', async () => {
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

  it('the engine saves an execution, with its claim, before and after each effect', async () => {
    const shop = workshop();
    const seen: Partial<WorkflowExecutionEntity>[] = [];
    const id = await shop.accept(await workflowOf(chain({ a: call('a'), x: set('x', 1), b: call('b') })));
    const look = async () => {
      seen.push(await shop.row(id));
      return ok();
    };
    shops.service.on('a', look).on('b', look);
    await shop.run(id);
    expect(seen.map(({ version, claimedBy }) => [version, claimedBy])).toEqual([
      [1, shop.identity.id],
      // Between the two effects, the state is saved twice: after the first one and before the second one.
      [3, shop.identity.id],
    ]);
    expect(await shop.row(id)).toMatchObject({ status: 'success', version: 4, claimedBy: null });
  });

  it('the engine publishes progress after each write that saves results, except for the end', async () => {
    const shop = workshop();
    const workflow = await workflowOf(chain({ a: call('a'), x: set('x', 1), b: call('b') }));
    const executionId = await shop.accept(workflow);
    const shown: number[] = [];
    const look = async () => {
      shown.push((await shop.detail(workflow.id, executionId)).nodeResults.length, shop.bus.told.length);
      return ok();
    };
    shops.service.on('a', look).on('b', look);
    await shop.run(executionId);
    const progress = { name: executionProgressed.name, payload: { workflowId: workflow.id, executionId } };
    // The results of `start`, `a` and `x` are saved before the end, and the result of `b` together with the end.
    expect(shop.bus.told.slice(1, -1)).toEqual([progress, progress, progress]);
    // The numbers of results and of events: while `a` runs, and while `b` runs.
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it('the engine masks environment variables in results, and encrypts them in the saved state', async () => {
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
    shops.service.on('b', async ({ headers }) => ok({ echo: headers['authorization'] }));
    shops.service.on('c', async () => {
      saved = await stateOf(id);
      return ok();
    });
    await shop.run(id);
    const detail = await shop.detail(workflow.id, id);
    expect(detail.status).toBe('success');
    expect(shops.service.requests.map(({ body, headers }) => [body, headers['authorization']])).toEqual([
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
    ['a value that is not an error', () => Promise.reject('nothing'), 'node_broken'],
  ])('if a node throws %s, the engine fails the node but not the job', async (_, answer, code) => {
    shops.service.on('a', answer);
    const shop = workshop();
    const detail = await shop.execute(await workflowOf(chain({ a: call('a') })));
    expect(detail).toMatchObject({ status: 'failed' });
    expect(detail.nodeResults.at(-1)).toMatchObject({ nodeId: 'a', status: 'failed', error: { code } });
    expect(JSON.stringify(detail)).not.toContain('is undefined');
  });

  it('the engine fails an execution whose revision does not exist', async () => {
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

    it('the engine releases the claim, and lets any worker continue the execution once it is due', async () => {
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
      // A new worker, which has no state of this execution in memory, continues it.
      await workshop({ clock }).run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(shops.service.paths).toEqual(['a', 'b']);
    });

    it('the engine holds the job in the worker if the job arrives a little early', async () => {
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

    it('the engine releases the claim between the attempts of a node', async () => {
      const clock = new FixedClock(NOW);
      const shop = workshop({ clock });
      const retried = {
        ...call('a', { failOnStatus: true }),
        onError: { action: 'retry' as const, retryCount: 2, retryDelayMs: 5000 },
      };
      shops.service.on('a', () => ({ ...ok(), status: 500 }));
      const id = await shop.accept(await workflowOf(chain({ a: retried })));
      for (const tries of [1, 2]) {
        await shop.run(id);
        expect(shops.service.paths).toHaveLength(tries);
        expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
        clock.advance(5000);
      }
      await shop.run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'failed' });
      expect(new Set(shops.service.keysOf('a')).size).toBe(1);
    });
  });

  describe('in a dry run', () => {
    it('a dry run causes no effects and skips waits', async () => {
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
      expect(shops.service.requests).toEqual([]);
    });

    it('a dry run runs every node that only reads, and no node that has effects', async () => {
      const { ports, called } = recordedPorts();
      const days = { from: '2026-04-01', to: '2026-04-02' };
      const definition = chain({
        get: call('weather', { method: 'GET' }),
        post: call('order'),
        select: { type: 'database', config: { query: 'SELECT 1' } },
        update: { type: 'database', config: { query: 'DELETE FROM workflow_memory', mode: 'write' } },
        mail: { type: 'email', config: { to: 'ada@example.org', subject: 'x', body: '' } },
        points: { type: 'read_point', config: { codes: ['A'] } },
        history: { type: 'read_history', config: { code: 'A', lastMs: 60_000, aggregate: 'mean' } },
        energy: { type: 'read_energy', config: { period: 'today' } },
        write: { type: 'set_point', config: { code: 'A', value: 1, maxStep: 1 } },
        lights: { type: 'lighting', config: { labelId: 'x', action: 'on' } },
        raise: { type: 'create_alert', config: { severity: 'minor', title: 'x' } },
        clear: { type: 'clear_alert', config: {} },
        fault: { type: 'create_fault', config: { alertId: '{{ nodeOutputs.raise.alertId }}' } },
        order: {
          type: 'create_work_order',
          config: { title: 'x', faultId: '{{ nodeOutputs.fault.faultId }}' },
        },
        begin: {
          type: 'update_fault',
          config: { faultId: '{{ nodeOutputs.fault.faultId }}', status: 'in_progress' },
        },
        cancel: { type: 'update_work_order', config: { key: 'x', status: 'cancelled' } },
        export: { type: 'export', config: { type: 'faults', ...days } },
        report: { type: 'report', config: { planId: 1 } },
        remember: { type: 'remember', config: { name: 'x', operation: 'add', value: 1 } },
        recall: { type: 'recall', config: { name: 'x' } },
      });
      const shop = workshop({ clock: new FixedClock(NOW), ports });
      const { nodeResults, status } = await shop.execute(await workflowOf(definition), {}, true);
      expect(status).toBe('success');
      expect(called).toEqual([
        'http.request',
        'http.check',
        'sql.run',
        'mail.check',
        'mail.hasServer',
        'readings.values',
        'readings.history',
        'energy.figures',
        'points.read',
        'points.check',
        'lights.check',
        'tickets.workOrders.check',
        'tickets.workOrders.check',
        'exports.check',
        'reports.check',
        'recall.recall',
      ]);
      expect(nodeResults.at(-1)?.output).toMatchObject({ value: 1 });
    });

    it('a dry run uses given outputs instead of running their nodes, even in a retry', async () => {
      const shop = workshop({ clock: new FixedClock(NOW) });
      const { nodes, edges } = chain({
        weather: call('weather', { method: 'GET' }),
        hot: { type: 'condition', config: { expression: 'nodeOutputs.weather.body.outside > 30' } },
        total: set('total', 1),
        mode: {
          type: 'switch',
          config: { expression: '1', cases: [{ label: 'night', value: 2 }] },
        },
        sum: set('sum', '{{ variables.total + nodeOutputs.weather.body.outside }}'),
        broken: set('broken', '{{ nodeOutputs.weather.body.missing.value }}'),
        done: { type: 'end', config: {} },
        never: set('never', 1),
      });
      const labels: Record<string, string> = { hot: 'true', mode: 'night' };
      const labelled = edges.map((edge) => ({ ...edge, label: labels[edge.source] }));
      const workflow = await workflowOf({ nodes, edges: labelled });
      const givenOutputs = {
        weather: { status: 200, body: { outside: 10 } },
        hot: { result: true },
        total: { name: 'total', value: 40 },
        mode: { value: 2, branch: 'night' },
        done: { total: '{{ variables.total }}' },
      };
      const id = await shop.intake.accept({
        workflowId: workflow.id,
        revision: 1,
        trigger: 'manual',
        triggerData: {},
        dryRun: true,
        givenOutputs,
      });
      await shop.run(id);
      const failed = await shop.detail(workflow.id, id);
      expect(failed.status).toBe('failed');
      expect(failed.nodeResults.map(({ nodeId }) => nodeId)).toEqual([
        'start',
        'weather',
        'hot',
        'total',
        'mode',
        'sum',
        'broken',
      ]);
      expect(failed.nodeResults[5]?.output).toMatchObject({ value: 50 });
      expect(failed.nodeResults[1]).toMatchObject({
        output: givenOutputs.weather,
        logs: ['The node did not run, because its output was given in the request.'],
      });
      expect(shops.service.requests).toEqual([]);

      const retried = await shop.retries.retry(ada, workflow.id, id);
      const { manager } = shops.database.dataSource;
      const row = await manager.findOne(WorkflowExecutionEntity, {
        select: { id: true, givenOutputs: true },
        where: { id: retried },
      });
      expect(JSON.parse(row?.givenOutputs ?? 'null')).toEqual(givenOutputs);
      const text = JSON.stringify({ ...givenOutputs, broken: { value: 7 } });
      await manager.update(WorkflowExecutionEntity, { id: retried }, { givenOutputs: text });
      await shop.run(retried);
      const again = await shop.detail(workflow.id, retried);
      expect(again.status).toBe('success');
      expect(again.nodeResults.at(-2)?.logs[1]).toContain('The configuration of the node cannot be resolved');
      expect(again.nodeResults.slice(-2).map(({ nodeId, output }) => [nodeId, output])).toEqual([
        ['broken', { value: 7 }],
        ['done', { total: '{{ variables.total }}' }],
      ]);
    });
  });

  describe('under limits', () => {
    it('the engine fails an execution that exceeds its active time, and aborts its nodes', async () => {
      shops.service.on('a', () => new Promise(() => undefined));
      const shop = workshop({ environment: { LIMIT_EXECUTION_ACTIVE_MS: 5000 } });
      const detail = await shop.execute(await workflowOf(chain({ a: call('a'), b: call('b') })));
      expect(detail).toMatchObject({ status: 'failed' });
      expect(detail.nodeResults.at(-1)).toMatchObject({
        nodeId: 'a',
        error: { code: 'active_time_exceeded' },
      });
      expect(shops.service.requests[0]?.signal.aborted).toBe(true);
    });

    it('the engine counts the active time of all workers, without waits', async () => {
      const clock = new FixedClock(NOW);
      shops.service.on('a', slowly(500));
      const definition = chain({
        a: call('a'),
        pause: { type: 'delay', config: { durationMs: 60_000 } },
        b: call('b'),
      });
      const id = await workshop({ clock }).accept(await workflowOf(definition));
      await workshop({ clock }).run(id);
      clock.advance(60_000);
      const last = workshop({ clock, environment: { LIMIT_EXECUTION_ACTIVE_MS: 400 } });
      expect(await last.row(id)).toMatchObject({ status: 'running' });
      await last.run(id);
      expect(await last.row(id)).toMatchObject({
        status: 'failed',
        error: say('active_time_exceeded', { most: 400 }),
      });
    });

    it('the engine lets other executions run while one execution makes thousands of steps', async () => {
      const shop = workshop();
      // With nine nodes per jump, the limit of jumps ends the execution after 9000 steps. That takes much longer than the
      // database needs for the other execution.
      const steps = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      const jumping = {
        nodes: [
          { id: 'start', type: 'start', config: {} },
          ...steps.map((id) => ({
            id,
            type: 'variable',
            config: { name: id, value: `{{ (variables.${id} ?? 0) + 1 }}` },
          })),
          {
            id: 'again',
            type: 'condition',
            config: { expression: 'variables.none.such' },
            onError: { action: 'goto', gotoNodeId: 'a' },
          },
        ],
        edges: ['start', ...steps].map((source, index) => ({
          id: `e${index}`,
          source,
          target: steps[index] ?? 'again',
        })),
      };
      const long = await shop.accept(await workflowOf(jumping));
      const quick = await shop.accept(await workflowOf(chain({ x: set('x', 1) })));
      const ended: string[] = [];
      await Promise.all([
        shop.run(long).then(() => ended.push('long')),
        shop.run(quick).then(() => ended.push('quick')),
      ]);
      expect(ended).toEqual(['quick', 'long']);
      const { status, error } = await shop.row(long);
      expect([status, error?.message]).toEqual(['failed', expect.stringContaining('1000')]);
    });
  });

  it('the engine loses no update of a variable in concurrent iterations of a loop', async () => {
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
});
