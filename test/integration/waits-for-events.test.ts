import { inTransaction, RecentEventEntity } from '@app/entities';
import { type WaitsService } from '@app/domain/testing';
import { FixedClock, SecretValues } from '@app/kernel';
import { waitsService } from '../factories/wait-services';
import { NOW, HOUR_MS, environment, answerOf, useWaits } from '../factories/use-waits';

describe('a wait_for node that waits for an event', () => {
  const {
    clock,
    shops,
    manager,
    workshop,
    waitOf,
    waiting,
    evaluationFor,
    evaluateAll,
    occurrences,
    alertCleared,
  } = useWaits();

  const cleared = {
    event: { name: 'alert.cleared', condition: 'triggerData.alertId === given.id' },
    given: { id: 7 },
  };

  it('a wait for an event continues with the next event that meets the condition', async () => {
    await alertCleared(7);
    await evaluateAll(workshop());
    clock.advance(1);
    const shop = workshop();
    const run = await waiting(shop, cleared);
    expect(run.detail.status).toBe('running');
    await alertCleared(8);
    await evaluateAll(shop);
    expect(await answerOf(shop, run)).toMatchObject({ status: 'running' });
    await alertCleared(7);
    await evaluateAll(shop);
    expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'yes', answer: { alertId: 7 } });
  });

  it.each([
    ['evaluated', true, 0],
    ['not evaluated', false, 0],
    ['not evaluated, and recorded by a process whose clock is behind', false, -2000],
  ])(
    'a wait for an event finds an event that occurred between the start and the registration of the wait, and that was %s',
    async (_, evaluated, skewMs) => {
      const shop = workshop();
      const waits = waitsService(shops.database.dataSource, environment, clock);
      let asked = 0;
      const late = {
        ask: async (request: Parameters<WaitsService['ask']>[0]) => {
          if (asked++ === 0) {
            await alertCleared(7, new FixedClock(NOW + skewMs));
            if (evaluated) await evaluateAll(shop);
            // Pretend that the registration takes a minute. This must not matter, because the instants at which events
            // are recorded come from the clock of the database.
            clock.advance(60_000);
          }
          return waits.ask(request);
        },
      };
      const slow = workshop({ ports: { waits: late } });
      const { detail } = await waiting(slow, cleared);
      expect(detail.status).toBe('success');
      expect(await manager().count(RecentEventEntity)).toBe(evaluated ? 1 : 0);
    },
  );

  it.each([
    ['comes later', false],
    ['is found when the node registers', true],
  ])(
    'a wait for an event compares an event that %s with a secret, without storing the secret in plain text',
    async (_, isEarly) => {
      const secrets = new SecretValues({ KEY: 'tenant-k3y' });
      const waits = waitsService(shops.database.dataSource, environment, clock, secrets);
      const keyed = () =>
        inTransaction(shops.database.dataSource, (tx) =>
          occurrences().record(tx, {
            kind: 'event',
            name: 'alert.cleared',
            payload: { alertId: 7, text: 'of tenant-k3y' },
          }),
        );
      const early = {
        ask: async (request: Parameters<WaitsService['ask']>[0]) => {
          if (isEarly) await keyed();
          clock.advance(60_000);
          return waits.ask(request);
        },
      };
      const shop = workshop({ variables: { KEY: 'tenant-k3y' }, ports: { waits: early } });
      const run = await waiting(shop, {
        event: { name: 'alert.cleared', condition: 'triggerData.text === given.list[0].text' },
        given: { list: [{ text: 'of {{ env.KEY }}' }] },
      });
      const { given } = await waitOf(run.id);
      expect(JSON.stringify(given)).toMatch(/"text":"of .*KEY/);
      expect(JSON.stringify(given)).not.toContain('k3y');
      if (!isEarly) await keyed();
      await evaluateAll(shop, secrets);
      expect(await answerOf(shop, run)).toMatchObject({ status: 'success', via: 'yes' });
    },
  );

  it('a wait for an event continues with an event that was recorded by a process whose clock is slow', async () => {
    const shop = workshop();
    const run = await waiting(shop, cleared);
    await alertCleared(7, new FixedClock(NOW - 2000));
    await evaluateAll(shop);
    expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'yes', answer: { alertId: 7 } });
  });

  it.each([
    ['evaluated after the registration', false],
    ['evaluated before the registration', true],
  ])(
    'a wait for an event ignores an earlier event that a process with a fast clock recorded, if the event is %s',
    async (_, early) => {
      await alertCleared(7, new FixedClock(NOW + 2000));
      const shop = workshop();
      if (early) await evaluateAll(shop);
      const run = await waiting(shop, cleared);
      await evaluateAll(shop);
      expect(await answerOf(shop, run)).toMatchObject({ status: 'running' });
    },
  );

  it.each([
    ['evaluated before the node is checked', true],
    ['found by the check of the node', false],
  ])(
    'a wait for an event ends by its time limit if an event occurs after the limit but is %s',
    async (_, evaluated) => {
      const shop = workshop();
      const run = await waiting(shop, cleared);
      clock.advance(HOUR_MS + 1);
      await alertCleared(7);
      if (evaluated) await evaluateAll(shop);
      expect(await answerOf(shop, run)).toEqual({ status: 'success', via: 'no', answer: 'late' });
    },
  );

  it('a wait for an event wakes each of many executions only once, and deletes old events', async () => {
    const shop = workshop();
    const runs = [];
    for (let index = 0; index < 5; index++) runs.push(await waiting(shop, cleared));
    clock.advance(1);
    await alertCleared(7);
    await alertCleared(7);
    await Promise.all([evaluationFor(shop).evaluateNext(), evaluationFor(shop).evaluateNext()]);
    await evaluateAll(shop);
    for (const run of runs) expect((await shop.row(run.id)).wakes).toBe(1);
    for (const run of runs)
      expect(await answerOf(shop, run)).toMatchObject({ status: 'success', via: 'yes' });
    clock.advance(16 * 60_000);
    await evaluateAll(shop);
    expect(await manager().count(RecentEventEntity)).toBe(0);
  });
});
