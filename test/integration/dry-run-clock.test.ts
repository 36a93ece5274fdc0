import { CalendarEntity, PointValueEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { WorkflowCallsService } from '@app/domain/testing';
import { WorkflowsService } from '@app/domain';
import { chain, set } from '../factories/chain';
import type { ExecutionWorkshop } from '../factories/execution-workshop';
import { refusal, workflowServices } from '../factories/workflow-services';
import { useWorkshops } from '../factories/use-workshops';
import { waitsService } from '../factories/wait-services';
import { testEnvironment } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');
const AT = '2026-12-24T20:30:00.000Z';
const ada = Actor.user(7, 'operator', 'ada');
const root = Actor.user(1, 'admin', 'root');
const environment = testEnvironment();
const clockNode = set('clock', '{{ new Date(now()).toISOString() }}');

const dryRun = async (shop: ExecutionWorkshop, workflowId: string, given: object = {}) => {
  const id = await shop.manual.trigger(ada, workflowId, { dryRun: true, ...given });
  await shop.run(id);
  return shop.detail(workflowId, id);
};
const outputsOf = ({ nodeResults }: Awaited<ReturnType<typeof dryRun>>) =>
  Object.fromEntries(nodeResults.map(({ nodeId, output }) => [nodeId, (output as JsonObject)['value']]));

describe('the clock of a dry run', () => {
  const clock = new FixedClock(NOW);
  const shops = useWorkshops({ clock });
  const { workshop, workflowOf } = shops;
  const manager = () => shops.database.dataSource.manager;

  beforeEach(async () => {
    clock.set(NOW);
    await manager().deleteAll(PointValueEntity);
  });

  const storedValue = (code: string, value: number) =>
    manager().save(PointValueEntity, { code, value, quality: 0, measuredAt: clock.now() });

  const dataOf = async (
    triggerType: 'schedule' | 'sun' | 'state_change',
    triggerConfig: object,
    at?: string,
  ) => {
    const shop = workshop();
    const { id } = await workflowOf(chain({}), { triggerType, triggerConfig });
    return (await dryRun(shop, id, { at })).triggerData;
  };

  it('a dry run begins at the given time, for expressions, calendars and the times of its nodes', async () => {
    const shop = workshop();
    const calendar = await manager().save(CalendarEntity, {
      name: 'Office',
      timezone: 'UTC',
      areaIds: [],
      weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '18:00' })),
      exceptions: [],
    });
    const definition = chain({ clock: clockNode, open: set('open', `{{ isOpen(now(), ${calendar.id}) }}`) });
    const { id } = await workflowOf(definition);
    expect(outputsOf(await dryRun(shop, id))).toMatchObject({
      clock: '2026-05-01T10:00:00.000Z',
      open: true,
    });
    const later = await dryRun(shop, id, { at: AT });
    expect(outputsOf(later)).toMatchObject({ clock: AT, open: false });
    expect(later.nodeResults.map(({ startedAt }) => startedAt)).toEqual([AT, AT, AT]);
    expect(later).toMatchObject({ startedAt: new Date(NOW), finishedAt: new Date(NOW) });
  });

  it('a time without an offset is in the time zone of the platform', async () => {
    const { configuration } = await workflowServices(shops.database.dataSource, environment, clock);
    const { timezone } = await configuration.current();
    await configuration.change(root, { timezone: 'Asia/Shanghai' });
    const { id } = await workflowOf(chain({ clock: clockNode }));
    const { clock: at } = outputsOf(await dryRun(workshop(), id, { at: '2026-12-24T20:30' }));
    await configuration.change(root, { timezone });
    expect(at).toBe('2026-12-24T12:30:00.000Z');
  });

  it('a delay and a retry of the dry run continue with the same clock', async () => {
    const shop = workshop();
    const broken = set('broken', '{{ nodeOutputs.pause.missing.value }}');
    const pause = { type: 'delay', config: { durationMs: 60_000 } };
    const { id } = await workflowOf(chain({ pause, after: clockNode, broken, last: clockNode }));
    const failed = await dryRun(shop, id, { at: AT });
    expect(outputsOf(failed)['after']).toBe('2026-12-24T20:31:00.000Z');
    clock.advance(5000);
    const retry = await shop.retries.retry(ada, id, failed.id);
    await shop.run(retry);
    const again = (await shop.detail(id, retry)).nodeResults.findLast(({ nodeId }) => nodeId === 'broken');
    expect(again?.startedAt).toBe('2026-12-24T20:30:05.000Z');
  });

  it('a wait for points sees the current values at the time of the dry run', async () => {
    const waits = waitsService(shops.database.dataSource, environment, clock);
    const shop = workshop({ ports: { waits } });
    await storedValue('A', 5);
    const condition = `value > 3 && now() === ${Date.parse(AT)}`;
    const points = { watch: ['A'], condition };
    const { id } = await workflowOf(
      chain({ wait: { type: 'wait_for', config: { points, timeoutMs: 1000 } } }),
    );
    const wait = async (given: object) =>
      (await dryRun(shop, id, given)).nodeResults.find(({ nodeId }) => nodeId === 'wait')?.output;
    expect(await wait({ at: AT })).toMatchObject({ data: { code: 'A', value: 5 } });
    expect(await wait({})).toMatchObject({ data: null });
  });

  it('an execution that a dry run calls has the same clock, and does not exceed its time limit by it', async () => {
    const { dataSource } = shops.database;
    const workflows = {
      check: (id: string) => calls.check(id),
      call: (request: never) => calls.call(request),
    };
    const shop = workshop({ ports: { workflows } });
    const calls = new WorkflowCallsService(
      dataSource,
      new WorkflowsService(dataSource, environment),
      shop.intake,
      clock,
    );
    const output = { at: '{{ new Date(now()).toISOString() }}' };
    const called = await workflowOf(chain({ end: { type: 'end', config: { output } } }));
    const config = { workflowId: called.id, timeoutMs: 60_000 };
    const caller = await workflowOf(chain({ sub: { type: 'run_workflow', config } }));
    const started = await dryRun(shop, caller.id, { at: AT });
    expect(started.status).toBe('running');
    expect((await shop.row(started.id)).dueAt?.getTime()).toBeLessThanOrEqual(NOW + 60_000);
    const child = await shop.history.list(called.id, { page: 1, limit: 1 });
    await shop.run(child.items[0]?.id ?? '');
    clock.advance(5000);
    await shop.run(started.id);
    const detail = await shop.detail(caller.id, started.id);
    expect(detail.nodeResults.at(-1)).toMatchObject({
      nodeId: 'sub',
      output: { status: 'success', output: { at: AT } },
    });
  });

  it('the time can only be given for a dry run', async () => {
    const { id } = await workflowOf(chain({}));
    expect(await refusal(workshop().manual.trigger(ada, id, { at: AT }))).toMatchObject({
      kind: 'invalid',
      details: [{ path: 'at', message: 'can only be given for a dry run' }],
    });
  });

  it('a repeat with the same idempotency key must have the same time', async () => {
    const shop = workshop();
    const { id } = await workflowOf(chain({}));
    const trigger = (at?: string) => shop.manual.trigger(ada, id, { dryRun: true, at }, 'key');
    const first = await trigger(AT);
    expect(await trigger(AT)).toBe(first);
    expect(await refusal(trigger())).toMatchObject({ code: 'idempotency_key_reused' });
  });

  describe('without trigger data', () => {
    it('a dry run gets the data of a slot of its schedule at its time', async () => {
      const slot = { scheduledAt: AT, firedAt: AT };
      expect(await dataOf('schedule', { cron: '0 6 * * *' }, AT)).toEqual(slot);
      expect(await dataOf('sun', { event: 'sunset' }, AT)).toEqual({ event: 'sunset', ...slot });
    });

    it('a dry run gets the current value of the first watched point that has one', async () => {
      const timestamp = clock.now().toISOString();
      expect(await dataOf('state_change', { watch: ['A'] })).toEqual({});
      await storedValue('F2.CO2', 700);
      await storedValue('F1.CO2', 900);
      await storedValue('A', 1);
      const change = { previous: null, quality: 'good', timestamp };
      expect(await dataOf('state_change', { watch: ['GONE', 'F*.CO2'] })).toEqual({
        code: 'F1.CO2',
        value: 900,
        ...change,
      });
      expect(await dataOf('state_change', { watch: ['F*.CO2', 'A'] })).toEqual({
        code: 'A',
        value: 1,
        ...change,
      });
      expect(await dataOf('state_change', { watch: ['F1.CO2'], above: 800 })).toEqual({
        code: 'F1.CO2',
        value: 900,
        ...change,
        crossed: 'above',
        since: timestamp,
      });
    });

    it('a dry run keeps the given trigger data', async () => {
      await storedValue('A', 1);
      const shop = workshop();
      const trigger = { triggerType: 'state_change', triggerConfig: { watch: ['A'] } } as const;
      const { id } = await workflowOf(chain({}), trigger);
      expect((await dryRun(shop, id, { input: {} })).triggerData).toEqual({});
    });
  });
});
