import { loadEnvironment } from '@app/config';
import {
  AuditService,
  ConfigurationService,
  GatewayCatalogueService,
  GatewayHistoryService,
} from '@app/domain';
import { ExecutionReadings } from '@app/domain/testing';
import { createGatewayClient, type GatewayClient, type GatewaySample } from '@app/gateway-client';
import { FixedClock, SystemClock } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { GatewaySimEnvironment } from '../../apps/gateway-sim/src/gateway-sim-environment';
import { GatewaySimModule } from '../../apps/gateway-sim/src/gateway-sim.module';
import { setUp } from '../../apps/gateway-sim/src/served';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { soleGateways } from '../factories/sole-gateway';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const credentials = { username: 'service', password: 'service-password' };
const HOUR_MS = 3_600_000;
/** Local hours in India begin at half past the hour in UTC. */
const HALF_MS = HOUR_MS / 2;
const CODE = 'F1.EAST.ZONE.CO2';

// The first request is slow, because the simulator computes its registers from the start of operation on.

describe('histories that workflows read from the simulated gateway', () => {
  const nowMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const from = new Date(nowMs - 6 * HOUR_MS);
  const to = new Date(nowMs - HOUR_MS);
  let database: TestDatabase;
  let sim: NestExpressApplication;
  let client: GatewayClient;
  let shop: ExecutionWorkshop;
  let samples: { atMs: number; value: number }[];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    const { dataSource } = database;
    const simulated = loadEnvironment(GatewaySimEnvironment, {
      GATEWAY_USERNAME: credentials.username,
      GATEWAY_PASSWORD: credentials.password,
      PLATFORM_TIMEZONE: 'UTC',
      LOG_LEVEL: 'silent',
    });
    const served = await setUp(simulated, { building: true, replays: [] });
    const module = await Test.createTestingModule({
      imports: [GatewaySimModule.forRoot(simulated, served)],
    }).compile();
    sim = module.createNestApplication<NestExpressApplication>({
      logger: false,
      forceCloseConnections: true,
    });
    await sim.listen(0, '127.0.0.1');
    const gateway = { url: await sim.getUrl(), ...credentials, callLimitMs: 30_000 };
    client = createGatewayClient(gateway, dataSource, new SystemClock());
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Asia/Kolkata', LIMIT_GATEWAY_CALL_MS: 30_000 });
    const clock = new FixedClock(nowMs);
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    const readings = new ExecutionReadings(
      client,
      new GatewayCatalogueService(dataSource, soleGateways(client), {} as never, clock),
      new GatewayHistoryService(soleGateways(client), configuration, environment),
    );
    shop = new ExecutionWorkshop(database, { clock, ports: { readings } });
    const [series] = await client.history({ codes: [CODE], from, to });
    samples = (series?.values ?? []).flatMap(usable);
  });

  afterAll(async () => {
    shop.close();
    await sim.close();
    await database.drop();
  });

  const read = async (config: JsonObject, dryRun = false) => {
    const range = { from: from.toISOString(), to: to.toISOString() };
    const definition = chain({ read: { type: 'read_history', config: { code: CODE, ...range, ...config } } });
    const workflow = await aWorkflow(database.dataSource, { definition });
    const { nodeResults } = await shop.execute(workflow, {}, dryRun);
    return nodeResults[1];
  };

  it.each([true, false])('histories are aggregated over the whole range (dry run: %s)', async (dryRun) => {
    expect(samples.length).toBeGreaterThan(20);
    const values = samples.map(({ value }) => value);
    const expected = {
      mean: sumOf(values) / values.length,
      min: Math.min(...values),
      max: Math.max(...values),
      first: values[0],
      last: values.at(-1),
      sum: sumOf(values),
    };
    for (const [aggregate, value] of Object.entries(expected)) {
      const result = await read({ aggregate }, dryRun);
      expect([aggregate, result?.output]).toEqual([
        aggregate,
        { values: [], value: expect.closeTo(value ?? Number.NaN, 6) },
      ]);
    }
  });

  it('histories are aggregated by local hours, including the incomplete first and last hour', async () => {
    const hours = new Map<number, { value: number }[]>();
    for (const sample of samples) {
      const startMs = Math.floor((sample.atMs - HALF_MS) / HOUR_MS) * HOUR_MS + HALF_MS;
      hours.set(startMs, [...(hours.get(startMs) ?? []), sample]);
    }
    const expected = [...hours].map(([startMs, ofHour]) => ({
      timestamp: new Date(startMs).toISOString(),
      value: expect.closeTo(sumOf(ofHour.map(({ value }) => value)) / ofHour.length, 6) as number,
    }));
    expect(expected).toHaveLength(6);
    expect((await read({ interval: '1h', aggregate: 'mean' }))?.output).toEqual({
      values: expected,
      value: null,
    });
  });

  it('histories fail for a point that the gateway does not have', async () => {
    expect(await read({ code: 'NO.SUCH.POINT', aggregate: 'mean' })).toMatchObject({
      status: 'failed',
      error: { code: 'not_found' },
    });
  });
});

function usable({ timestamp, value, quality }: GatewaySample): { atMs: number; value: number }[] {
  return typeof value === 'number' && quality !== 'bad' ? [{ atMs: Date.parse(timestamp), value }] : [];
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
