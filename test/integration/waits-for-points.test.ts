import { ExecutionWaitEntity } from '@app/entities';
import { NOW, answerOf, asking, useWaits } from '../factories/use-waits';

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
