import { NOW, answerOf, useWaits } from '../factories/use-waits';

describe('a wait_for node that waits for points', () => {
  const { clock, workshop, waiting, evaluateAll, valueChanges, storedValue } = useWaits();

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
});
