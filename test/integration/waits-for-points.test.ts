import { ExecutionWaitEntity, PointValueEntity } from '@app/entities';
import { HOUR_MS, NOW, answerOf, asking, useWaits } from '../factories/use-waits';

const watching = (...watch: string[]) => ({ points: { watch, condition: 'value > 26', match: 'all' } });

describe('a wait_for node that waits for points', () => {
  const { clock, shops, manager, workshop, waiting, evaluateAll, valueChanges, storedValue } = useWaits();

  const hot = {
    points: { watch: ['AHU*.Temp'], condition: 'value > given.limit' },
    given: { limit: '{{ 20 + 6 }}' },
  };

  it('a wait for points continues at once if a current value meets the condition', async () => {
    await storedValue('AHU1.Temp', 20);
    await storedValue('AHU2.Temp', 27);
    const shop = workshop();
    const { detail } = await waiting(shop, hot);
    expect(detail.status).toBe('success');
    expect(detail.nodeResults.find(({ nodeId }) => nodeId === 'yes')?.output).toMatchObject({
      value: { code: 'AHU2.Temp', value: 27, previous: null, quality: 'good' },
    });
  });

  it('a wait for points continues with the first change that meets the condition', async () => {
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

  it('a wait for all points continues when each of them meets the condition at the same time', async () => {
    await storedValue('FAN1', 30);
    const shop = workshop();
    const run = await waiting(shop, watching('AHU1.Temp', 'FAN*'));
    const becomes = async (code: string, value: number, quality = 0) => {
      clock.advance(1000);
      await manager().save(PointValueEntity, { code, value, quality, measuredAt: clock.now() });
      await valueChanges(code, value);
      await evaluateAll(shop);
    };
    await becomes('AHU1.Temp', 20);
    expect((await shop.row(run.id)).wakes).toBe(0);
    await becomes('FAN2', 10);
    await becomes('AHU1.Temp', 27);
    expect(await answerOf(shop, run)).toMatchObject({ status: 'running' });
    await becomes('FAN1', 20);
    await becomes('FAN2', 28);
    expect(await answerOf(shop, run)).toMatchObject({ status: 'running' });
    await becomes('FAN1', 40, 2);
    expect(await answerOf(shop, run)).toMatchObject({ status: 'running' });
    await becomes('FAN1', 41);
    const { status, answer } = await answerOf(shop, run);
    expect(status).toBe('success');
    expect((answer as { points: unknown[] }).points).toHaveLength(3);
    expect((answer as { points: unknown[] }).points).toContainEqual({
      code: 'FAN1',
      value: 41,
      quality: 'good',
      timestamp: clock.now().toISOString(),
    });
  });

  it('a wait for all points continues at once if they meet the condition, and times out if a point has no value', async () => {
    await storedValue('AHU1.Temp', 27);
    await storedValue('AHU2.Temp', 28);
    const shop = workshop();
    const met = await waiting(shop, watching('AHU*.Temp'));
    expect(met.detail.status).toBe('success');
    for (const missing of ['AHU3.Temp', 'PUMP*']) {
      const open = await waiting(shop, watching('AHU1.Temp', missing));
      expect(open.detail.status).toBe('running');
      clock.advance(HOUR_MS);
      expect(await answerOf(shop, open)).toMatchObject({ status: 'success', via: 'no' });
    }
  });

  it('a wait for points finds a change for which no occurrence was recorded, because the wait was not committed yet', async () => {
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

  it('a wait for points ends at once in a dry run, and has the same output as in a real execution if a current value meets the condition', async () => {
    const shop = workshop();
    const workflow = await shops.workflowOf(asking(hot));
    await storedValue('AHU1.Temp', 25);
    await storedValue('OTHER.Temp', 30);
    const [, , cold, late] = (await shop.execute(workflow, {}, true)).nodeResults;
    expect([cold?.output, late?.nodeId]).toEqual([{ result: 'timedOut', data: null }, 'no']);
    expect(await manager().count(ExecutionWaitEntity)).toBe(0);
    await storedValue('AHU1.Temp', 27);
    const [dry, real] = [await shop.execute(workflow, {}, true), await shop.execute(workflow)].map(
      ({ nodeResults }) => nodeResults.map(({ nodeId, output }) => [nodeId, output]),
    );
    expect(dry).toEqual(real);
    expect(dry?.[2]).toMatchObject(['wait', { result: 'met', data: { code: 'AHU1.Temp', value: 27 } }]);
  });
});
