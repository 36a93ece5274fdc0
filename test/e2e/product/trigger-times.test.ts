// Runs in the full check only: it lets days pass.
import { TriggerHoldEntity } from '@app/entities';
import { RecipeHouse, type Saved } from './recipes/recipe-house';

jest.setTimeout(300_000);

const POINT = 'F1.EAST.LIGHT.LEVEL';
const TEN_MINUTES_MS = 600_000;

describe('a workflow that starts if a value is above a limit for ten minutes', () => {
  let house: RecipeHouse;
  let holding: Saved;
  /** A workflow without a condition. Its executions show which values the worker has evaluated. */
  let reading: Saved;
  let read = 0;

  const save = (config: object) =>
    house.call<Saved>('POST', '/workflows', {
      name: 'Follows a point',
      trigger: { type: 'state_change', config: { watch: [POINT], ...config } },
      nodes: [{ id: 'start', type: 'start' }],
      edges: [],
    });
  const holds = () =>
    house.installation.database.dataSource.manager.findBy(TriggerHoldEntity, { workflowId: holding.id });
  /** Sets the point, and waits until the worker has evaluated the value. */
  const evaluate = async (value: number) => {
    await house.set(POINT, value);
    const executions = await house.ended(reading, ++read);
    expect(executions).toHaveLength(read);
  };
  const starts = () => house.ended(holding, 0);

  beforeAll(async () => {
    house = await RecipeHouse.start();
    await house.set(POINT, 10);
    await house.knows(POINT, 10);
    reading = await save({});
    holding = await save({ above: 50, forMs: TEN_MINUTES_MS });
    await evaluate(11);
  });
  afterAll(() => house.stop());

  it('a workflow starts once when the value has been above the limit for ten minutes, even if the worker is killed during and after this time', async () => {
    await evaluate(80);
    const [hold] = await holds();
    const since = hold?.sinceAt?.getTime() ?? 0;
    await house.whileDead(() => house.skipMinutes(8));
    await evaluate(81);
    expect([await starts(), (await holds())[0]?.sinceAt?.getTime()]).toEqual([[], since]);
    await house.whileDead(() => house.skipMinutes(2));
    const [execution, ...others] = await house.ended(holding);
    expect([execution?.triggerData, others]).toMatchObject([
      { code: POINT, value: 81, crossed: 'above', since: new Date(since).toISOString() },
      [],
    ]);
    expect(Date.parse(execution?.startedAt ?? '')).toBeGreaterThanOrEqual(since + TEN_MINUTES_MS);
    await house.whileDead(() => house.skipMinutes(20));
    await evaluate(82);
    expect(await starts()).toHaveLength(1);
  });

  it('a workflow does not start if the value fell below the limit while no worker ran', async () => {
    const before = (await starts()).length;
    await evaluate(20);
    await evaluate(90);
    expect(await holds()).toHaveLength(1);
    await house.whileDead(async () => {
      await house.skipMinutes(15);
      await house.set(POINT, 30);
    });
    await house.ended(reading, ++read);
    expect(await holds()).toEqual([]);
    await house.skipMinutes(15);
    await evaluate(31);
    expect(await starts()).toHaveLength(before);
  });
});
