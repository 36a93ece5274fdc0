import { WorkflowExecutionStateEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { call, chain, set } from '../factories/chain';
import { ok } from '../factories/fake-service';
import { useWorkshops } from '../factories/use-workshops';

const NOW = Date.parse('2026-05-01T10:00Z');
const ada = Actor.user(7, 'operator', 'ada');
const MINUTE = { type: 'delay', config: { durationMs: 60_000 } };

/** In these tests, values of environment variables are equal to ids, names, types or texts of the executions. */
describe('values from outside of the workflow that expressions read', () => {
  const clock = new FixedClock(NOW);
  const shops = useWorkshops({ clock });
  const workshop = (variables: Record<string, string>) => shops.workshop({ variables });

  beforeEach(() => clock.set(NOW));

  it('values from outside the workflow are not confused with node ids, even after environment variables have changed', async () => {
    const definition = chain({
      heat: set('heat', '{{ env.MODE }}'),
      pause: MINUTE,
      cool: call('cool', { body: { heat: '{{ variables.heat }}', node: '{{ nodeOutputs.heat.name }}' } }),
    });
    const workflow = await shops.workflowOf(definition);
    const before = workshop({ MODE: 'heat', PLACE: 'pause' });
    const id = await before.accept(workflow);
    await before.run(id);
    clock.advance(60_000);
    await workshop({ MODE: 'cool' }).run(id);
    const detail = await before.detail(workflow.id, id);
    expect([detail.status, detail.error]).toEqual(['success', null]);
    expect(detail.nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'heat', 'pause', 'cool']);
    // The call contains the value that the variable had when the call was made.
    expect(JSON.parse(shops.service.requests[0]?.body ?? '')).toMatchObject({ heat: 'cool' });
  });

  it('the value of an environment variable is empty if the operator deleted the variable while the execution waited', async () => {
    const definition = chain({
      x: set('x', 'Bearer {{ env.TOKEN }}'),
      pause: MINUTE,
      a: call('a', { body: ['{{ variables.x }}'] }),
    });
    const workflow = await shops.workflowOf(definition);
    const before = workshop({ TOKEN: 'tok-12345' });
    const id = await before.accept(workflow);
    await before.run(id);
    const { state } = await shops.database.dataSource
      .getRepository(WorkflowExecutionStateEntity)
      .findOneByOrFail({ executionId: id });
    expect(state).not.toContain('tok-12345');
    clock.advance(60_000);
    await workshop({}).run(id);
    expect(await before.row(id)).toMatchObject({ status: 'success' });
    expect(shops.service.requests[0]?.body).toBe('["Bearer "]');
  });

  it('values from outside the workflow do not affect the state from which a retry continues', async () => {
    const shop = workshop({ STATE: 'failed', NODE: 'boiler', CODE: 'broken', KIND: 'http_request' });
    shops.service.on('a', () => ({ ...ok(), status: 500 }));
    const definition = chain({ x: set('x', '{{ env.STATE }}'), boiler: call('a', { failOnStatus: true }) });
    const workflow = await shops.workflowOf(definition);
    const failed = await shop.execute(workflow);
    expect(failed.error?.message).toMatch(/^boiler: /);
    expect(failed.nodeResults.at(-1)).toMatchObject({
      nodeId: 'boiler',
      type: 'http_request',
      name: 'boiler',
      status: 'failed',
      error: { code: 'http_status' },
    });
    expect(failed.nodeResults[1]?.output).toMatchObject({ value: '********' });
    shops.service.on('a', () => ok());
    const id = await shop.retries.retry(ada, workflow.id, failed.id);
    expect(await shop.row(id)).toMatchObject({ status: 'running' });
    await shop.run(id);
    const detail = await shop.detail(workflow.id, id);
    expect(detail.nodeResults.map(({ nodeId, visit, status }) => `${nodeId}#${visit} ${status}`)).toEqual([
      'start#1 success',
      'x#1 success',
      'boiler#1 failed',
      'boiler#2 success',
    ]);
  });

  it('values from outside the workflow are recorded unchanged if they are plain variables, and masked if they are secrets', async () => {
    const shop = workshop({ WORKFLOW_VAR_SITE: 'North', TOKEN: 'tok-12345', WORKFLOW_VAR_TOKEN: 'plain' });
    const definition = chain({ x: set('x', '{{ env.SITE }}'), y: set('y', '{{ env.TOKEN }}') });
    const done = await shop.execute(await shops.workflowOf(definition));
    expect(done.nodeResults.map(({ output }) => (output as { value?: unknown } | null)?.value)).toEqual(
      expect.arrayContaining(['North', '********']),
    );
    expect(JSON.stringify(done.nodeResults)).not.toMatch(/tok-12345|plain/);
  });

  it('values from outside the workflow include the request of a webhook, even when the execution is retried', async () => {
    const shop = workshop({});
    shops.service.on('a', () => ({ ...ok(), status: 500 }));
    const value = '{{ [request.method, request.headers["x-event"], request.query.site] }}';
    const definition = chain({ a: call('a', { failOnStatus: true }), x: set('x', value) });
    const workflow = await shops.workflowOf(definition);
    const webhookRequest = { method: 'POST', headers: { 'x-event': 'push' }, query: { site: 'north' } };
    const request = { workflowId: workflow.id, revision: workflow.revision, triggerData: {}, webhookRequest };
    const id = await shop.intake.accept({ ...request, trigger: 'webhook' });
    await shop.run(id);
    shops.service.on('a', () => ok());
    const retried = await shop.retries.retry(ada, workflow.id, id);
    await shop.run(retried);
    const { nodeResults } = await shop.detail(workflow.id, retried);
    expect(
      nodeResults.find(({ nodeId, status }) => nodeId === 'x' && status === 'success')?.output,
    ).toMatchObject({
      value: ['POST', 'push', 'north'],
    });
  });

  it('values from outside the workflow include null as the request if the trigger is not a webhook', async () => {
    const shop = workshop({});
    const definition = chain({ x: set('x', '{{ request === null }}') });
    const done = await shop.execute(await shops.workflowOf(definition));
    expect(done.nodeResults.find(({ nodeId }) => nodeId === 'x')?.output).toMatchObject({ value: true });
  });
});
