// Runs in the full check only: servers fail, hang, and come back.
import { PointWritesService } from '@app/domain';
import { createDataSource, PointWriteEntity } from '@app/entities';
import { newId, SystemClock } from '@app/kernel';
import { Logger, type LoggerService } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { pointPorts } from '../factories/point-ports';
import { type Reply, ScriptedGateway } from '../factories/scripted-gateway';
import { TcpRelay } from '../factories/tcp-relay';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const CODE = 'AHU1.SP';
const SET = 'POST /codes/set';
const VALUES = 'POST /codes/values';
const WRITTEN: Reply = { body: { success: true } };
const unused = {} as never;

const reading = (value: number): Reply => ({
  body: [{ code: CODE, value, timestamp: '2026-01-05T12:00:00Z', quality: 'good' }],
});

const warnings: unknown[] = [];
const logger: LoggerService = {
  log: () => undefined,
  error: () => undefined,
  warn: (...line: unknown[]) => void warnings.push(line),
};

const warned = () => waitFor(() => warnings.length > 0, { what: 'the warning' });
const anExecution = () => ({ id: newId(), workflowId: newId() });

describe('writes of workflows during an outage of the database', () => {
  let database: TestDatabase;
  let relay: TcpRelay;
  let gateway: ScriptedGateway;
  let dataSource: DataSource;

  beforeAll(async () => {
    Logger.overrideLogger(logger);
    database = await openDatabase();
    relay = await TcpRelay.before(database.url);
    dataSource = await createDataSource(relay.url).initialize();
  });
  beforeEach(async () => {
    warnings.length = 0;
    gateway = await ScriptedGateway.start();
    gateway.on(VALUES, () => reading(20));
    gateway.on(SET, () => WRITTEN);
  });
  afterEach(() => gateway.stop());
  afterAll(async () => {
    await dataSource.destroy();
    await relay.cut();
    await database.drop();
  });

  const write = (of: { id: string; workflowId: string }, signal = new AbortController().signal) =>
    pointPorts(gateway, dataSource, 5000).write({ code: CODE, value: 20, execution: of, signal });
  const recordsOf = ({ id: executionId }: { id: string }) =>
    database.dataSource.manager.findBy(PointWriteEntity, { executionId });

  it.each([
    ['before the record is inserted', VALUES, reading(20)],
    ['before the result is recorded', SET, WRITTEN],
  ])(
    'point writes of workflows are sent once and recorded if the outage begins %s',
    async (_, route, reply) => {
      let isFirst = true;
      gateway.on(route, async () => {
        if (isFirst) await relay.cut();
        isFirst = false;
        return reply;
      });
      const own = anExecution();
      const done = write(own);
      await warned();
      await relay.mend();
      expect(await done).toMatchObject({ value: 20 });
      expect(await recordsOf(own)).toMatchObject([{ status: 'written', previousValue: 20, confirmed: true }]);
      expect(gateway.count(SET)).toBe(1);
    },
  );

  it.each([
    ['insert', /INSERT INTO .point_write/],
    ['update', /UPDATE .point_write/],
  ])(
    'point writes of workflows have only one record if the response to the %s of the record is lost',
    async (_, statement) => {
      const own = anExecution();
      relay.loseAnswers(statement);
      expect(await write(own)).toMatchObject({ value: 20 });
      expect(relay.answersToLose).toBe(0);
      expect(await recordsOf(own)).toMatchObject([{ status: 'written', confirmed: true }]);
      expect(gateway.count(SET)).toBe(1);
    },
  );

  it('point writes of workflows are not sent if the execution stops before they are recorded', async () => {
    const stop = new AbortController();
    const own = anExecution();
    gateway.on(VALUES, async () => {
      await relay.cut();
      return reading(20);
    });
    const failed = write(own, stop.signal).catch((error: unknown) => error);
    await warned();
    stop.abort();
    expect(await failed).toMatchObject({
      code: 'write_not_recorded',
      message: expect.stringContaining('Nothing was written.'),
    });
    await relay.mend();
    expect(gateway.count(SET)).toBe(0);
    expect(await recordsOf(own)).toEqual([]);
  });
});

describe('a write of a workflow whose worker dies', () => {
  let gateway: ScriptedGateway;
  let plant: ExecutionPlant;

  beforeAll(async () => {
    gateway = await ScriptedGateway.start();
    const { username, password } = gateway.credentials;
    plant = await ExecutionPlant.start({
      GATEWAY_URL: gateway.url,
      GATEWAY_USERNAME: username,
      GATEWAY_PASSWORD: password,
    });
  });
  afterAll(async () => {
    await plant.stop();
    await gateway.stop();
  });

  it('a point write whose worker dies is recorded with an unknown outcome, and its repetition has its own record', async () => {
    const { dataSource } = plant.database;
    gateway.on(VALUES, () => reading(20));
    gateway.on(SET, () => 'hang');
    const first = await plant.worker();
    const definition = chain({ set: { type: 'set_point', config: { code: CODE, value: 20 } } });
    const accepted = await plant.accept(definition);
    const executionId = accepted.ids[0] ?? '';
    await waitFor(() => gateway.count(SET) === 1, { what: 'the write' });
    const [pending] = await dataSource.manager.findBy(PointWriteEntity, { executionId });
    expect(pending).toMatchObject({ status: 'pending', value: 20, previousValue: 20 });
    await first.kill();
    gateway.on(SET, () => WRITTEN);
    await plant.worker();
    expect((await plant.ended(accepted.workflowId, executionId)).status).toBe('success');
    expect(gateway.count(SET)).toBe(2);
    await dataSource.manager.update(
      PointWriteEntity,
      { id: pending?.id },
      { at: new Date('2026-01-01T00:00:00Z') },
    );
    const service = new PointWritesService(dataSource, unused, unused, new SystemClock());
    await service.settleAbandoned(new AbortController().signal);
    const writes = await dataSource.manager.find(PointWriteEntity, {
      where: { executionId },
      order: { at: 'ASC' },
    });
    expect(writes).toMatchObject([
      { status: 'unknown', fault: { code: 'write_interrupted' } },
      { status: 'written', confirmed: true },
    ]);
  });
});
