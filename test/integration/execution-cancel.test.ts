import { WorkflowExecutionStateEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { aWorkflow } from '../factories/a-workflow';
import { call, chain, set } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { FakeService, hang, ok } from '../factories/fake-service';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

type Options = NonNullable<ConstructorParameters<typeof ExecutionWorkshop>[1]>;

const NOW = Date.parse('2026-05-01T10:00Z');
const ada = Actor.user(7, 'operator', 'ada');
const SECRET = 'tok-12345';

describe('the record of a cancelled execution', () => {
  let database: TestDatabase;
  let service: FakeService;
  const workshops: ExecutionWorkshop[] = [];

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  beforeEach(() => (service = new FakeService()));
  afterEach(() => {
    for (const shop of workshops.splice(0)) shop.close();
  });

  const workshop = (options: Options = {}) => {
    const ports = { http: service };
    const shop = new ExecutionWorkshop(database, { ports, variables: { TOKEN: SECRET }, ...options });
    workshops.push(shop);
    return shop;
  };
  const workflowOf = (definition: object) => aWorkflow(database.dataSource, { definition });
  /** Runs an execution until it waits, then cancels it. Returns the execution. */
  const cancelled = async (shop: ExecutionWorkshop, definition: object) => {
    const workflow = await workflowOf(definition);
    const id = await shop.accept(workflow);
    await shop.run(id);
    await shop.control.cancel(ada, workflow.id, id);
    return shop.detail(workflow.id, id);
  };
  const summaryOf = ({ nodeResults }: Awaited<ReturnType<typeof cancelled>>) =>
    nodeResults.map(({ nodeId, visit, status, attempts, error }) =>
      [`${nodeId}#${visit}`, status, attempts, error?.code ?? ''].join(' ').trim(),
    );

  it('contains the delay at which the execution waited', async () => {
    const pause = { type: 'delay', config: { durationMs: 60_000 } };
    const detail = await cancelled(workshop(), chain({ a: call('a'), pause }));
    expect(summaryOf(detail)).toEqual([
      'start#1 success 1',
      'a#1 success 1',
      'pause#1 skipped 1 interrupted',
    ]);
    expect(detail.nodeResults.at(-1)).toMatchObject({ input: { durationMs: 60_000 }, output: {} });
  });

  it('contains the failed attempts before the pause, without secrets', async () => {
    service.on('a', () => ({ ...ok(), status: 500, body: `No ${SECRET}.` }));
    const onError = { action: 'retry' as const, retryCount: 2, retryDelayMs: 60_000 };
    const a = { ...call('a', { failOnStatus: true, body: '{{ env.TOKEN }}' }), onError };
    const shop = workshop();
    const detail = await cancelled(shop, chain({ x: set('x', '{{ env.TOKEN }}'), a }));
    expect(summaryOf(detail).slice(1)).toEqual(['x#1 success 1', 'a#1 skipped 1 interrupted']);
    expect(detail.nodeResults.at(-1)?.logs.join()).toContain('attempt 1 failed');
    expect(JSON.stringify(detail)).not.toContain(SECRET);
    expect(JSON.stringify(detail)).not.toContain('\uF8FF');
    const id = await shop.retries.retry(ada, detail.workflowId, detail.id);
    service.on('a', () => ok());
    await shop.run(id);
    const retried = await shop.detail(detail.workflowId, id);
    expect(summaryOf(retried).slice(-2)).toEqual(['a#1 skipped 1 interrupted', 'a#2 success 1']);
    expect(service.requests.at(-1)?.body).toContain(SECRET);
  });

  it('contains all running nodes and the loop around them', async () => {
    service.on('a', hang);
    const definition = {
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'each', type: 'loop', config: { items: [1, 2, 3], concurrency: 2 } },
        { id: 'a', ...call('a') },
      ],
      edges: [
        { id: 'e1', source: 'start', target: 'each' },
        { id: 'e2', source: 'each', target: 'a', label: 'body' },
      ],
    };
    const shop = workshop();
    const workflow = await workflowOf(definition);
    const id = await shop.accept(workflow);
    const run = shop.run(id);
    await waitFor(() => service.paths.length === 2, { what: 'the requests' });
    await shop.control.cancel(ada, workflow.id, id);
    await run;
    const detail = await shop.detail(workflow.id, id);
    expect(summaryOf(detail)).toEqual([
      'start#1 success 1',
      'a#1 failed 1 cancelled',
      'a#1 failed 1 cancelled',
      'each#1 failed 1 interrupted',
    ]);
    expect(detail.nodeResults.map(({ iteration }) => iteration)).toEqual(['', 'each[0]', 'each[1]', '']);
  });

  it.each([
    ['cannot be read', '{"engine":{'],
    ['names a node that is not there', '{"engine":{"underWay":[{"token":{"nodeId":"gone"}}]}}'],
  ])('omits the interrupted nodes if the saved state %s', async (_, state) => {
    const shop = workshop({ clock: new FixedClock(NOW) });
    const workflow = await workflowOf(chain({ pause: { type: 'delay', config: { durationMs: 60_000 } } }));
    const id = await shop.accept(workflow);
    await shop.run(id);
    await database.dataSource
      .getRepository(WorkflowExecutionStateEntity)
      .update({ executionId: id }, { state });
    await shop.control.cancel(ada, workflow.id, id);
    expect(await shop.row(id)).toMatchObject({ status: 'failed', error: 'cancelled by ada' });
  });
});
