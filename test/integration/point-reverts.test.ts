import { PointRevertEntity, PointWriteEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { Logger } from '@nestjs/common';
import { ExecutionPoints } from '@app/domain/testing';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { aPointWriter, pointReverts } from '../factories/point-ports';
import { ScriptedGateway } from '../factories/scripted-gateway';
import { openDatabase, type TestDatabase } from '../harness';

const CALL_LIMIT_MS = 1500;
const CODE = 'AHU1.SP';
const SET = 'POST /codes/set';
const VALUES = 'POST /codes/values';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const signal = new AbortController().signal;

describe('values that workflows set for a limited time', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let gateway: ScriptedGateway;
  let shop: ExecutionWorkshop;
  let value: unknown;
  let quality: 'good' | 'bad';

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    gateway = await ScriptedGateway.start();
    gateway.on(SET, ({ body }) => {
      value = body.value;
      return { body: { success: true } };
    });
    gateway.on(VALUES, () => ({
      body: [{ code: CODE, value, timestamp: clock.now().toISOString(), quality }],
    }));
  });
  beforeEach(async () => {
    gateway.overrides.clear();
    value = 20;
    quality = 'good';
    clock.set(NOW);
    await dataSource().manager.deleteAll(PointRevertEntity);
    const { client, writer } = services();
    const points = new ExecutionPoints(client, writer, reverts());
    shop = new ExecutionWorkshop(database, { clock, ports: { points } });
  });
  afterEach(() => shop.close());
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  const dataSource = () => database.dataSource;
  const services = () => aPointWriter(gateway, dataSource(), CALL_LIMIT_MS);
  /** Creates the service of a worker that has just started. */
  const reverts = () => pointReverts(services(), dataSource(), clock);
  const set = async (config: JsonObject) => {
    const definition = chain({ set: { type: 'set_point', config: { code: CODE, ...config } } });
    const execution = await shop.execute(await aWorkflow(dataSource(), { definition }));
    return execution.nodeResults.at(-1);
  };
  const after = async (ms: number) => {
    clock.advance(ms);
    await reverts().revertDue(signal);
    return value;
  };
  const planned = () => dataSource().manager.count(PointRevertEntity);

  it('temporary values are reverted when the time is over, by any worker', async () => {
    const node = await set({ value: 22, revertAfterMs: 60_000 });
    expect(node?.output).toMatchObject({ value: 22, revertAt: new Date(NOW + 60_000).toISOString() });
    expect(await after(59_999)).toBe(22);
    expect(await after(1)).toBe(20);
    expect(await planned()).toBe(0);
    const [write] = await dataSource().manager.find(PointWriteEntity, { order: { id: 'DESC' }, take: 1 });
    expect(write).toMatchObject({ kind: 'set', value: 20, username: 'point-revert', status: 'written' });
  });

  it('temporary values are reverted if they are written only after the time is over', async () => {
    gateway.overrides.set(SET, async ({ body }) => {
      gateway.overrides.clear();
      expect(await after(1)).toBe(20);
      value = body.value;
      return { body: { success: true } };
    });
    await set({ value: 22, revertAfterMs: 1 });
    expect(await after(9_999)).toBe(22);
    expect(await after(1)).toBe(20);
    expect(await planned()).toBe(0);
  });

  it('temporary values are reverted to the value before the first of several writes', async () => {
    await set({ value: 22, revertAfterMs: 60_000 });
    clock.advance(30_000);
    await set({ value: 23, revertAfterMs: 60_000 });
    expect(await after(30_000)).toBe(23);
    expect(await after(30_000)).toBe(20);
  });

  it('temporary values are not reverted if somebody else has set another value', async () => {
    await set({ value: 22, revertAfterMs: 60_000 });
    value = 25;
    expect(await after(60_000)).toBe(25);
    expect(await planned()).toBe(0);
  });

  it('temporary values are not reverted if somebody else has set a value beyond the tolerance', async () => {
    await set({ value: 22, tolerance: 0.2, revertAfterMs: 60_000 });
    value = 21.7;
    expect(await after(60_000)).toBe(21.7);
    expect(await planned()).toBe(0);
  });

  it('temporary values are reverted if the device has rounded them within the tolerance of the write', async () => {
    gateway.overrides.set(SET, ({ body }) => {
      value = body.value === 22 ? 21.9 : body.value;
      return { body: { success: true } };
    });
    const rounded = { value: 22, tolerance: 0.2, revertAfterMs: 60_000 };
    expect((await set(rounded))?.output).toMatchObject({ value: 22, readBack: 21.9, confirmed: true });
    clock.advance(30_000);
    await set(rounded);
    expect(await after(60_000)).toBe(20);
    expect(await planned()).toBe(0);
  });

  it('a temporary value that is not reverted is logged only once', async () => {
    const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    await set({ value: 22, revertAfterMs: 60_000 });
    value = 25;
    await after(60_000);
    await after(60_000);
    expect(log.mock.calls).toEqual([
      [
        { pointCode: CODE, executionId: expect.any(String) },
        'A temporary value was not reverted, because the point has received another value.',
      ],
    ]);
    log.mockRestore();
  });

  it.each([
    ['null', null, 'good' as const],
    ['of bad quality', 21, 'bad' as const],
  ])('temporary values are reverted later if the current value is %s', async (_what, current, itsQuality) => {
    await set({ value: 22, revertAfterMs: 60_000 });
    [value, quality] = [current, itsQuality];
    expect(await after(60_000)).toBe(current);
    expect(await planned()).toBe(1);
    [value, quality] = [22, 'good'];
    expect(await after(10_000)).toBe(20);
  });

  it.each([
    ['succeeds', { body: { success: true } }],
    ['fails', { status: 500 }],
  ])(
    'a temporary value that is written during a revert that %s is reverted in its turn',
    async (_how, reply) => {
      await set({ value: 22, revertAfterMs: 60_000 });
      gateway.overrides.set(SET, async () => {
        gateway.overrides.clear();
        await set({ value: 23, revertAfterMs: 60_000 });
        return reply;
      });
      expect(await after(60_000)).toBe(23);
      expect(await after(59_999)).toBe(23);
      expect(await after(1)).toBe(20);
    },
  );

  it('temporary values are not reverted if a later write is permanent', async () => {
    await set({ value: 22, revertAfterMs: 60_000 });
    await set({ value: 22 });
    expect(await after(60_000)).toBe(22);
  });

  it('temporary values are reverted later if the gateway fails', async () => {
    await set({ value: 22, revertAfterMs: 60_000 });
    gateway.overrides.set(SET, () => ({ status: 500 }));
    expect(await after(60_000)).toBe(22);
    gateway.overrides.clear();
    expect(await after(9_999)).toBe(22);
    expect(await after(1)).toBe(20);
  });

  it.each([
    ['null', null, 'good' as const],
    ['of bad quality', 21, 'bad' as const],
  ])('temporary values are not written if the previous value is %s', async (_what, current, itsQuality) => {
    [value, quality] = [current, itsQuality];
    const node = await set({ value: 22, revertAfterMs: 60_000 });
    expect(node).toMatchObject({ status: 'failed', error: { code: 'revert_impossible' } });
    expect([value, await planned()]).toEqual([current, 0]);
  });
});
