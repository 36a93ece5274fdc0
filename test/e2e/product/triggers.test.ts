// Runs in the full check only: it starts whole products.
import { ScheduleEntity } from '@app/entities';
import { Installation } from './installation';

jest.setTimeout(90_000);

interface Execution {
  id: string;
  status: string;
  trigger: string;
  triggerData: Record<string, unknown>;
}

interface Busy {
  skipped: { count: number; lastAt: string };
}

const POINT = 'F1.EAST.LIGHT.LEVEL';

describe('workflows with automatic triggers', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.start({ workers: 2 });
  });
  afterAll(() => installation.stop());

  async function make(trigger: object, nodes: object[] = [], more: object = {}): Promise<string> {
    const { status, body } = await installation.client.send<{ id: string }>('POST', '/workflows', {
      name: JSON.stringify(trigger),
      trigger,
      nodes: [{ id: 'start', type: 'start' }, ...nodes],
      edges: nodes.length === 0 ? [] : [{ source: 'start', target: 'node0' }],
      ...more,
    });
    expect({ status, body }).toMatchObject({ status: 201, body: { problems: [] } });
    return body.id;
  }

  /** Waits until `count` executions of a workflow have ended. */
  function ended(workflowId: string, count = 1): Promise<Execution[]> {
    const { client } = installation;
    const ask = async () => {
      const path = `/workflows/${workflowId}/executions`;
      const { body } = await client.send<Execution[]>('GET', `${path}?limit=200`);
      if (body.length < count || body.some(({ status }) => status === 'running')) return false;
      const details = body.map(async ({ id }) => (await client.send<Execution>('GET', `${path}/${id}`)).body);
      return Promise.all(details);
    };
    return installation.waitFor(ask, { what: `${count} executions of ${workflowId}` });
  }

  it('workflows run once when a watched point crosses a limit, and a busy workflow counts the triggers that it skips', async () => {
    const startMs = Date.now();
    await installation.observer.write(POINT, 10);
    const condition = 'value > 50 && previous !== null && previous <= 50';
    const workflow = await make({ type: 'state_change', config: { watch: ['F1.*.LEVEL'], condition } });
    const held = { watch: ['F1.*.LEVEL'], above: 50, forMs: 100, condition: 'state.site.away === undefined' };
    const holding = await make({ type: 'state_change', config: held });
    const seen = await make({ type: 'state_change', config: { watch: [POINT] } });
    const single = await make(
      { type: 'state_change', config: { watch: [POINT], condition: 'value >= 20' } },
      [{ id: 'node0', type: 'delay', config: { durationMs: 600_000 } }],
      { mode: 'single' },
    );
    for (const value of [20, 80, 90]) {
      await installation.observer.write(POINT, value);
      const isSeen = async () =>
        (await ended(seen, 0)).some(({ triggerData }) => triggerData.value === value);
      await installation.waitFor(isSeen, { what: `${value} to be seen` });
    }
    const executions = await ended(workflow);
    expect(executions).toMatchObject([
      {
        status: 'success',
        trigger: 'state_change',
        triggerData: { code: POINT, value: 80, previous: 20, quality: 'good' },
      },
    ]);
    expect(await ended(holding)).toMatchObject([
      { status: 'success', trigger: 'state_change', triggerData: { code: POINT, crossed: 'above' } },
    ]);
    const { skipped } = await installation.waitFor(
      async () => {
        const { body } = await installation.client.send<Busy>('GET', `/workflows/${single}`);
        return body.skipped.count >= 2 && body;
      },
      { what: 'the triggers that are skipped' },
    );
    expect(skipped).toEqual({ count: 2, lastAt: expect.any(String) });
    expect(Date.parse(skipped.lastAt)).toBeGreaterThanOrEqual(startMs);
  });

  it('workflows run once per slot with two workers', async () => {
    const { manager } = installation.database.dataSource;
    const workflow = await make({ type: 'schedule', config: { cron: '0 0 1 1 *', timezone: 'UTC' } });
    const slot = new Date();
    await manager.update(ScheduleEntity, { ownerId: workflow }, { nextFireAt: slot });
    expect(await ended(workflow)).toMatchObject([
      { status: 'success', trigger: 'schedule', triggerData: { scheduledAt: slot.toISOString() } },
    ]);
    const { nextFireAt } = await manager.findOneByOrFail(ScheduleEntity, { ownerId: workflow });
    expect(nextFireAt?.toISOString()).toBe(`${slot.getUTCFullYear() + 1}-01-01T00:00:00.000Z`);
  });

  it('workflows run once when another workflow has failed', async () => {
    const faulty = await make({ type: 'manual' }, [
      { id: 'node0', type: 'condition', config: { expression: 'triggerData.missing.name' } },
    ]);
    const watcher = await make({
      type: 'event',
      config: { event: 'workflow.failed', condition: `triggerData.workflowId === '${faulty}'` },
    });
    await installation.client.send('POST', `/workflows/${faulty}/trigger`, {});
    const [failed] = await ended(faulty);
    expect(failed?.status).toBe('failed');
    expect(await ended(watcher)).toMatchObject([
      { status: 'success', trigger: 'event', triggerData: { executionId: failed?.id } },
    ]);
  });

  it('workflows run once when the gateway is lost, and once when it is back', async () => {
    const lost = await make({ type: 'event', config: { event: 'gateway.disconnected' } });
    const back = await make({ type: 'event', config: { event: 'gateway.connected' } });
    await installation.observer.fail('error');
    expect(await ended(lost)).toMatchObject([{ triggerData: { failure: { message: expect.any(String) } } }]);
    await installation.observer.recover();
    expect(await ended(back)).toHaveLength(1);
    expect(await ended(lost)).toHaveLength(1);
  });
});
