import type { Occurrence } from '@app/domain/testing';
import {
  inTransaction,
  SkippedStartEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
  type WorkflowMode,
} from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { HoldDesk } from '../factories/hold-desk';
import { NOW, useHolds } from '../factories/use-holds';

const failed = (n: number): Occurrence => ({ kind: 'event', name: 'workflow.failed', payload: { n } });

const CO2 = { above: 900, hysteresis: 200 };

describe('triggers whose execution was skipped', () => {
  const shared = useHolds();
  const { clock, manager, replace, watching, change, tick, wait, take } = shared;

  const aSingle = async (config: JsonObject, overrides: Partial<WorkflowEntity> = {}) => {
    const workflow = await watching(config, { mode: 'single', ...overrides });
    await tick();
    return workflow;
  };
  const anEventWorkflow = (mode: WorkflowMode = 'single') =>
    aWorkflow(shared.database.dataSource, {
      triggerType: 'event',
      triggerConfig: { event: 'workflow.failed' },
      mode,
    });
  const happens = (...happened: Occurrence[]) =>
    inTransaction(shared.database.dataSource, (tx) => shared.desk.occurrences.record(tx, happened));
  const executions = () =>
    manager().find(WorkflowExecutionEntity, {
      select: { id: true, triggerData: true },
      order: { id: 'ASC' },
    });
  /** The trigger data of each execution. */
  const data = async () =>
    (await executions()).map(({ triggerData }) => JSON.parse(triggerData) as JsonObject);
  const values = async () => (await data()).map(({ code, value }) => `${code as string} ${value as string}`);
  /** Takes in values of a point while the executions that they start do not end. */
  const takeAll = async (series: readonly unknown[], code = 'T1') => {
    for (const value of series) {
      await take(value, { code });
      await shared.desk.startAll();
    }
  };
  /** Ends the oldest executions. Triggers that were skipped because of them are evaluated again. */
  const end = async (count = 1) => {
    const oldest = { where: { status: 'running' as const }, order: { id: 'ASC' as const }, take: count };
    for (const { id } of await manager().find(WorkflowExecutionEntity, oldest))
      await manager().update(WorkflowExecutionEntity, { id }, { status: 'success', dueAt: null });
    wait(1);
    await shared.desk.startAll();
  };
  const skipped = () => manager().find(SkippedStartEntity, { order: { name: 'ASC' } });
  const countOf = async ({ id }: { id: string }) =>
    (await manager().findOneByOrFail(WorkflowEntity, { id })).skippedCount;

  describe('a condition is evaluated again when the running execution ends', () => {
    it.each<[string, JsonObject, unknown[], string[]]>([
      ['a limit is still exceeded', CO2, [950, 600, 1000], ['T1 950', 'T1 1000']],
      ['with the current value', CO2, [950, 600, 1000, 1200], ['T1 950', 'T1 1200']],
      ['within the hysteresis', CO2, [950, 600, 1000, 800], ['T1 950', 'T1 800']],
      ['not if the limit is no longer exceeded', CO2, [950, 600, 1000, 600], ['T1 950']],
      ['not if nothing was skipped', CO2, [950, 1000], ['T1 950']],
      ['the other limit', { above: 30, below: 10 }, [31, 5], ['T1 31', 'T1 5']],
      ['not a limit that another crossing has replaced', { above: 30, below: 10 }, [31, 5, 20], ['T1 31']],
      ['a condition is still true', { condition: 'value > 900' }, [950, 1000], ['T1 950', 'T1 1000']],
      ['not if the condition is no longer true', { condition: 'value > 900' }, [950, 1000, 600], ['T1 950']],
      [
        'a condition that follows values',
        { condition: 'value > 9', onStart: true },
        [95, 97],
        ['T1 95', 'T1 97'],
      ],
      ['a text', { condition: "value === 'on'" }, ['on', 'off', 'on'], ['T1 on', 'T1 on']],
      [
        'a comparison with the value before',
        { condition: 'value > 9 && previous <= 9' },
        [10, 5, 11, 12],
        ['T1 10', 'T1 12'],
      ],
    ])('%s', async (_, config, series, expected) => {
      await aSingle({ watch: ['T1'], ...config });
      await takeAll(series);
      expect(await values()).toEqual(expected.slice(0, 1));
      await end();
      expect(await values()).toEqual(expected);
      await end();
      expect([await values(), await skipped()]).toEqual([expected, []]);
    });

    it('at once if the limit was exceeded for long enough while the execution was running', async () => {
      await aSingle({ above: 26, forMs: 60_000 });
      for (const value of [27, 20, 28]) {
        await take(value);
        wait(60);
        await tick();
        await shared.desk.startAll();
      }
      await end();
      expect((await data()).map(({ value, since }) => [value, since])).toEqual([
        [27, new Date(NOW + 1000).toISOString()],
        [28, new Date(NOW + 123_000).toISOString()],
      ]);
    });

    it('only after the delay if the limit is exceeded again since a shorter time', async () => {
      await aSingle({ above: 26, forMs: 60_000 });
      for (const value of [27, 20, 28]) {
        await take(value);
        wait(60);
        await tick();
        await shared.desk.startAll();
      }
      await takeAll([20, 29]);
      await end();
      expect(await values()).toEqual(['T1 27']);
      wait(60);
      await tick();
      await shared.desk.startAll();
      expect(await values()).toEqual(['T1 27', 'T1 29']);
    });

    it('for each point, one after the other', async () => {
      const workflow = await aSingle(CO2);
      await takeAll([950]);
      for (const code of ['T2', 'T3', 'T4']) await takeAll([1000], code);
      await takeAll([500], 'T3');
      expect([await values(), await countOf(workflow)]).toEqual([['T1 950'], 3]);
      for (const expected of [['T2 1000'], ['T2 1000', 'T4 1000'], ['T2 1000', 'T4 1000']]) {
        await end();
        expect(await values()).toEqual(['T1 950', ...expected]);
      }
      expect([await countOf(workflow), await skipped()]).toEqual([3, []]);
    });

    it('waits for the next crossing if the condition beside the limit is no longer true', async () => {
      await shared.arm(true);
      await aSingle({ ...CO2, condition: 'state.site.armed' });
      await takeAll([950, 600, 1000]);
      await shared.arm(false);
      await end();
      await shared.arm(true);
      await takeAll([1100, 600, 1200]);
      expect(await values()).toEqual(['T1 950', 'T1 1200']);
    });
  });

  describe('the last of several moments starts one execution when the running execution ends', () => {
    it('changes without a condition', async () => {
      await aSingle({});
      await takeAll([1, 2]);
      await takeAll([3, 4], 'T2');
      await end();
      await end();
      expect(await values()).toEqual(['T1 1', 'T2 4']);
    });

    it('events', async () => {
      const workflow = await anEventWorkflow();
      await happens(failed(1), failed(2), failed(3));
      await shared.desk.startAll();
      expect([await data(), await countOf(workflow)]).toEqual([[{ n: 1 }], 2]);
      await end();
      await end();
      expect([await data(), await countOf(workflow)]).toEqual([[{ n: 1 }, { n: 3 }], 2]);
    });

    it('times of a schedule', async () => {
      const { id: ownerId } = await aWorkflow(shared.database.dataSource, {
        triggerType: 'schedule',
        triggerConfig: { cron: '0 * * * *' },
        mode: 'single',
      });
      for (const hour of [10, 11, 12]) {
        const scheduledAt = new Date(`2026-05-04T${hour}:00:00Z`);
        clock.set(scheduledAt.getTime());
        await inTransaction(shared.database.dataSource, (tx) =>
          shared.desk.schedules.fire(tx, [{ ownerId, scheduledAt, firedAt: scheduledAt }]),
        );
      }
      await end();
      await end();
      expect(await data()).toEqual([
        { scheduledAt: '2026-05-04T10:00:00.000Z', firedAt: '2026-05-04T10:00:00.000Z' },
        { scheduledAt: '2026-05-04T12:00:00.000Z', firedAt: '2026-05-04T12:00:01.000Z' },
      ]);
    });
  });

  it('a full queue takes the last skipped trigger as soon as there is room', async () => {
    const workflow = await anEventWorkflow('queued');
    await happens(...Array.from({ length: 104 }, (_, n) => failed(n)));
    await shared.desk.startAll();
    expect([(await executions()).length, await countOf(workflow)]).toEqual([101, 3]);
    // The running execution ends, and one that waits is cancelled.
    await end(2);
    expect((await data()).slice(100)).toEqual([{ n: 100 }, { n: 103 }]);
    expect(await skipped()).toEqual([]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is disabled', (id) => change(id, { enabled: false })],
    [
      'has got another trigger',
      (id) => change(id, { trigger: { type: 'state_change', config: { watch: ['X'], ...CO2 } } }),
    ],
    ['has got a trigger of another kind', (id) => change(id, { trigger: { type: 'manual', config: {} } })],
  ])('nothing starts if the workflow %s', async (_, act) => {
    const { id } = await aSingle(CO2);
    await takeAll([950, 600, 1000]);
    await act(id);
    await end();
    expect([await values(), await skipped()]).toEqual([['T1 950'], []]);
  });

  it('each trigger starts once if several workers compete and one of them is killed before the commit', async () => {
    await aSingle(CO2);
    await takeAll([950, 600, 1000]);
    const { desk } = shared;
    const accept = jest.spyOn(desk.intake, 'acceptMany').mockRejectedValue(new Error('killed'));
    await expect(end()).rejects.toThrow('killed');
    accept.mockRestore();
    expect(await values()).toEqual(['T1 950']);
    replace();
    const desks = Array.from({ length: 5 }, () => new HoldDesk(shared.database, clock));
    await Promise.all(desks.map(({ skipped: starts }) => starts.evaluateNext()));
    expect([await values(), await skipped()]).toEqual([['T1 950', 'T1 1000'], []]);
  });
});
