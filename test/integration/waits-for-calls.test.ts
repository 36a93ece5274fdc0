import { AuditEntryEntity, ExecutionWaitEntity } from '@app/entities';
import { ResumeAddresses, stepKeyOf } from '@app/domain/testing';
import { Actor, FixedClock } from '@app/kernel';
import type { NodeDefinition } from '@app/workflow-engine';
import { call, chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { ok } from '../factories/fake-service';
import { waitsService } from '../factories/wait-services';
import { waitFor } from '../harness';
import { NOW, HOUR_MS, environment, asking, tokensIn, answerOf, useWaits } from '../factories/use-waits';

const ada = Actor.user(7, 'operator', 'ada');

/** Returns the value that a variable node has set. */
const valueOf = (output: object) => (output as { value?: unknown }).value;

/** Returns the token of `resumeUrl("wait")` in an execution, outside of all loops. */
function waitsTokens(executionId: string): string {
  return new ResumeAddresses(environment).tokenOf(
    stepKeyOf(executionId, { frame: '', nodeId: 'wait', visit: 1 }),
  );
}

describe('a wait_for node that waits for a call', () => {
  const shared = useWaits();
  const { clock, shops, manager, workshop, resumption, waitOf, waiting } = shared;

  it('a wait for a call holds no claim, and continues with the data of the call in another process', async () => {
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

  it('a wait for a call is not claimed by the checks that follow its write', async () => {
    const shop = workshop({ timing: { checkEveryMs: 5, renewEveryMs: 1 } });
    const finish = shops.service.hold('busy');
    const busy = await shop.accept(await shops.workflowOf(chain({ busy: call('busy') })));
    const running = shop.run(busy);
    await shops.asked('busy');
    const dueAtMs = shop.store.dueAtMs.bind(shop.store);
    jest.spyOn(shop.store, 'dueAtMs').mockImplementation(async (...wait) => {
      // Each check renews the claim on the busy execution.
      const renewals = new Set<number | undefined>();
      const areDone = async () => renewals.add((await shop.row(busy)).claimedUntil?.getTime()).size > 5;
      await waitFor(areDone, { what: 'five checks', isBrief: true });
      return dueAtMs(...wait);
    });
    const { id } = await waiting(shop);
    expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
    finish();
    await running;
  });

  it('a wait for a call has the same address whenever it is evaluated, and stores only a hash of its token', async () => {
    const shop = workshop();
    const definition = asking({ call: true });
    definition.nodes.push({
      id: 'again',
      type: 'variable',
      config: { name: 'x', value: '{{ [resumeUrl("wait"), resumeUrl("wait")] }}' },
    });
    definition.edges.push({ id: '5', source: 'start', target: 'again' });
    const workflow = await shops.workflowOf(definition);
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

  it('the sweep finds a wait for a call if no job could be added for the call, even if a job for the time limit exists', async () => {
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

  it('a wait for a call accepts only one of 20 concurrent calls, and refuses later calls and unknown tokens', async () => {
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

  it('a wait for a call continues along the branch timeout after its time limit, and then refuses calls', async () => {
    const shop = workshop();
    const run = await waiting(shop);
    clock.advance(HOUR_MS);
    await expect(resumption(shop).resume(run.token, {})).rejects.toMatchObject({ code: 'wait_timed_out' });
    expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'no', answer: 'late' });
    await expect(resumption(shop).resume(run.token, {})).rejects.toMatchObject({ code: 'wait_timed_out' });
    expect(await waitOf(run.id)).toMatchObject({ status: 'timedOut', data: null });
  });

  it('a wait for a call ends exactly once if a call arrives at the time limit', async () => {
    const shop = workshop();
    for (let round = 0; round < 10; round++) {
      clock.set(NOW);
      const run = await waiting(shop);
      // The clock of this worker is an hour ahead, so that it ends the wait while the api still accepts the call.
      const ahead = new FixedClock(NOW + HOUR_MS);
      const late = workshop({
        clock: ahead,
        ports: { waits: waitsService(shops.database.dataSource, environment, ahead) },
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

  it('a wait for a call is deleted when its execution is cancelled, after which its address is unknown', async () => {
    const shop = workshop();
    const run = await waiting(shop);
    await shop.control.cancel(ada, run.workflow.id, run.id);
    expect(await manager().countBy(ExecutionWaitEntity, { executionId: run.id })).toBe(0);
    await expect(resumption(shop).resume(run.token, {})).rejects.toMatchObject({ kind: 'not_found' });
    await expect(resumption(shop).find(run.token)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('a wait for a call is ended by a cancellation even if a call arrives at the same time', async () => {
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

  it('a wait for a call is deleted when its execution ends during the run of another node', async () => {
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
    shops.service.on('slow', async () => {
      await waitFor(async () => (await manager().count(ExecutionWaitEntity)) === 1, { what: 'the wait' });
      return ok();
    });
    const detail = await shop.execute(await shops.workflowOf(definition));
    expect(detail.status).toBe('success');
    expect(await manager().count(ExecutionWaitEntity)).toBe(0);
    const [token = ''] = tokensIn(JSON.stringify(detail));
    await expect(resumption(shop).resume(token, {})).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each([
    ['the bus is silent', true],
    ['the bus informs the worker', false],
  ])(
    'a wait for a call loses no call that arrives while the worker runs another branch, if %s',
    async (_, deaf) => {
      shared.bus.deaf = deaf;
      const shop = workshop();
      const definition = asking({ call: true });
      definition.nodes.push({ id: 'slow', ...call('slow') } as NodeDefinition);
      definition.edges.push({ id: '5', source: 'start', target: 'slow' });
      let release: (() => void) | undefined;
      shops.service.on('slow', () => new Promise((resolve) => (release = () => resolve(ok()))));
      const workflow = await shops.workflowOf(definition);
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
    },
  );

  it('a wait for a call continues at once if the call arrived while the wait was being registered', async () => {
    const waits = waitsService(shops.database.dataSource, environment, clock);
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
    shops.service.on('slow', () => new Promise((resolve) => (release = () => resolve(ok()))));
    const workflow = await shops.workflowOf(definition);
    const id = await shop.accept(workflow);
    const run = shop.run(id);
    await waitFor(() => shops.service.paths.includes('after'), { what: 'the node after the wait' });
    expect(asked).toBe(2);
    release?.();
    await run;
    expect((await shop.row(id)).status).toBe('success');
  });

  it('a wait for a call has a separate address in each iteration of a loop', async () => {
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
    const workflow = await shops.workflowOf(definition);
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
    const got = done.nodeResults.flatMap(({ nodeId, output }) => (nodeId === 'got' ? [valueOf(output)] : []));
    expect([done.status, got]).toEqual(['success', ['cC', 'bB', 'aA']]);
  });

  it('a wait for a call ends at once in a dry run', async () => {
    const shop = workshop();
    const detail = await shop.execute(await shops.workflowOf(asking({ call: true })), {}, true);
    expect(detail).toMatchObject({ status: 'success' });
    expect(detail.nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'ask', 'wait', 'yes']);
    expect(await manager().count(ExecutionWaitEntity)).toBe(0);
  });
});
