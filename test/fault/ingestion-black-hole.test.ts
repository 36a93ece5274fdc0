// Runs in the full check only: servers fail, hang, and come back.
import { AreasService, AuditService, ConfigurationService } from '@app/domain';
import {
  AlertEntity,
  AlertEventEntity,
  GatewayAlarmPollEntity,
  PointValueEntity,
  ReadingEntity,
} from '@app/entities';
import { SystemClock } from '@app/kernel';
import { MeasuringGateway } from '../factories/measuring-gateway';
import { putOneArea } from '../factories/one-area';
import { TcpRelay } from '../factories/tcp-relay';
import { freePort, openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

const until = (isTrue: () => Promise<boolean>, what: string) => waitFor(isTrue, { what });

describe('a worker that ingests while its servers do not respond', () => {
  let site: TestDatabase;
  let database: TcpRelay;
  let queue: TcpRelay;
  let gateway: MeasuringGateway;
  let worker: AppProcess;

  beforeAll(async () => {
    site = await openDatabase();
    gateway = await MeasuringGateway.start();
    database = await TcpRelay.before(site.url);
    queue = await TcpRelay.before(site.queueUrl);
    const { url, credentials } = gateway.server;
    const environment = testEnvironment({
      DATABASE_URL: database.url,
      QUEUE_URL: queue.url,
      GATEWAY_URL: url,
      GATEWAY_USERNAME: credentials.username,
      GATEWAY_PASSWORD: credentials.password,
      GATEWAY_POLL_SECONDS: 1,
      LIMIT_DATABASE_STATEMENT_MS: 1000,
      WORKER_HEALTH_PORT: await freePort(),
    });
    worker = await new AppProcess('worker', environment).start();
  });
  afterAll(async () => {
    await worker.kill();
    await gateway.server.stop();
    await database.cut();
    await queue.cut();
    await site.drop();
  });

  const isReady = (expected: boolean) =>
    until(
      async () => ((await fetch(`${worker.address}/health/ready`)).status === 200) === expected,
      expected ? 'the worker to be ready' : 'the worker to be unready',
    );

  /** Stores the samples of the gateway as readings of a meter. Returns the id of the meter. */
  async function aMeter(): Promise<number> {
    const { dataSource } = site;
    const clock = new SystemClock();
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, testEnvironment(), clock, audit);
    await configuration.ensure();
    const areas = new AreasService(dataSource, configuration, clock, audit);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const [meter] = await putOneArea(areas, { name: 'Plant', meters: [{ pointCode: gateway.code, since }] });
    return meter?.id ?? 0;
  }

  it.each([
    ['database', () => database],
    ['queue', () => queue],
  ])(
    'a worker stores each value, reading and alarm of the gateway once, also those of the time in which the %s did not respond',
    async (name, relay) => {
      const { manager } = site.dataSource;
      const meterId = await aMeter();
      const readings = async () =>
        (await manager.find(ReadingEntity, { where: { meterId }, order: { at: 'ASC' } })).map(
          ({ at, value, quality }) => [at.toISOString(), value, quality],
        );
      const alerts = () => manager.find(AlertEntity, { where: { pointCode: name }, order: { id: 'ASC' } });
      const areStored = async () => (await readings()).length >= gateway.samples.length;

      gateway.measure(5);
      gateway.raise(`${name} before`, name);
      await until(areStored, 'the readings before the silence');
      await until(async () => (await alerts()).length === 1, 'the alert before the silence');
      // Before the first poll is complete, alarms that have ended count as older than the installation.
      await until(() => manager.existsBy(GatewayAlarmPollEntity, { id: 1 }), 'the first poll of alarms');
      relay().swallow();
      gateway.measure(5);
      gateway.clear(`${name} before`);
      gateway.raise(`${name} during`, name);
      await isReady(false);
      gateway.measure(5);
      gateway.clear(`${name} during`);
      relay().pass();
      await isReady(true);
      gateway.measure(5);
      gateway.raise(`${name} after`, name);
      await until(areStored, 'the readings after the silence');
      const last = { code: gateway.code, value: gateway.samples.length - 1 };
      const isLastStored = async () =>
        (await manager.findOneBy(PointValueEntity, { code: last.code }))?.value === last.value;
      await until(isLastStored, 'the last value');
      await until(async () => (await alerts()).length === 3, 'the alert after the silence');

      expect(await readings()).toEqual(gateway.samples.map(({ timestamp, value }) => [timestamp, value, 0]));
      const found = await alerts();
      expect(found.map(({ title, state, occurrences }) => [title, state, occurrences])).toEqual([
        [`${name} before`, 'cleared', 1],
        [`${name} during`, 'cleared', 1],
        [`${name} after`, 'active', 1],
      ]);
      const events = await manager.find(AlertEventEntity, { order: { id: 'ASC' } });
      const kindsOf = ({ id }: AlertEntity) =>
        events.flatMap(({ alertId, kind }) => (alertId === id ? [kind] : []));
      expect(found.map(kindsOf)).toEqual([['raised', 'cleared'], ['raised', 'cleared'], ['raised']]);
    },
  );
});
