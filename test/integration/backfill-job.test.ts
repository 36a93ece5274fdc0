import {
  AreasService,
  AuditService,
  ConfigurationService,
  MeterHistoryService,
  MeterJobsService,
} from '@app/domain';
import { MetersService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import { LeaseEntity, MeterEntity, ReadingEntity } from '@app/entities';
import type { GatewayClient } from '@app/gateway-client';
import { DomainError, FixedClock } from '@app/kernel';
import { LeaseService } from '@app/leases';
import type { JobContext } from '@app/queue';
import { BackfillMeterHandler } from '../../apps/worker/src/features/metering';
import { FakeGateway } from '../factories/fake-gateway';
import { deleteAreas, putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-01-31T00:00Z');
const SINCE = NOW - 30 * DAY_MS;
/** The number of hours that the backfill fetches. The last two days are fetched by live polling. */
const OLDER_HOURS = 28 * 24;

/** A gateway that responds only when the test allows it, and counts the waiting calls. */
class SlowGateway extends FakeGateway {
  waiting = 0;
  mostWaiting = 0;
  private release: () => void = () => undefined;
  private released: Promise<void> = Promise.resolve();

  hold(): void {
    this.released = new Promise((resolve) => (this.release = resolve));
  }

  answer(): void {
    this.release();
  }

  override async history(...query: Parameters<FakeGateway['history']>) {
    this.waiting++;
    this.mostWaiting = Math.max(this.mostWaiting, this.waiting);
    await this.released;
    this.waiting--;
    return super.history(...query);
  }
}

describe('the backfill job of a meter', () => {
  let database: TestDatabase;
  let gateway: SlowGateway;
  let meterId: number;
  let leases: LeaseService[];
  /** How often losses were searched. */
  let searches: number;
  let stopping: AbortController;

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  beforeEach(async () => {
    await deleteAreas(database.dataSource);
    const clock = new FixedClock(NOW);
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, testEnvironment(), clock, audit);
    const areas = new AreasService(database.dataSource, configuration, clock, audit);
    gateway = new SlowGateway();
    gateway.has(
      'M',
      SINCE,
      Array.from({ length: 30 * 24 }, (_, hour) => hour),
    );
    const since = new Date(SINCE).toISOString();
    const meter = { pointCode: 'M', kind: 'interval' as const, intervalSeconds: 3600, since };
    meterId = (await putOneArea(areas, { meters: [meter] }))[0]?.id ?? 0;
    leases = [];
    searches = 0;
    stopping = new AbortController();
  });
  afterEach(async () => {
    gateway.answer();
    await Promise.all(leases.map((service) => service.onModuleDestroy()));
  });

  /** Runs the job in a separate worker. */
  function run(signal = new AbortController().signal): Promise<void> {
    const { dataSource } = database;
    const service = new LeaseService(dataSource);
    leases.push(service);
    const history = new MeterHistoryService(
      new MetersService(dataSource),
      gateway as unknown as GatewayClient,
      new ReadingIntakeService(dataSource, new RollupService()),
      new FixedClock(NOW),
    );
    const meters = new MeterJobsService(dataSource, null as never, null as never, new FixedClock(NOW));
    const losses = { find: async () => void (searches += 1) };
    const handler = new BackfillMeterHandler(history, meters, losses as never, service);
    return handler.run({ meterId }, { stopping: signal } as unknown as JobContext);
  }

  const stored = () => database.dataSource.manager.count(ReadingEntity);
  const meter = () => database.dataSource.manager.findOneByOrFail(MeterEntity, { id: meterId });
  const firstCall = () => waitFor(() => gateway.waiting === 1, { what: 'a call of the gateway' });

  it('the backfill job fetches each window only once, even if two workers run the job', async () => {
    gateway.hold();
    const first = run();
    await firstCall();
    const second = run();
    gateway.answer();
    await Promise.all([first, second]);
    expect(gateway.mostWaiting).toBe(1);
    const windows = gateway.calls.map(({ from }) => from);
    expect(new Set(windows).size).toBe(windows.length);
    expect(await stored()).toBe(OLDER_HOURS);
    // Losses are found when no meter has history to fetch.
    expect(searches).toBeGreaterThan(0);
  });

  it('the backfill job stops fetching when its lease is lost', async () => {
    gateway.hold();
    const running = run();
    await firstCall();
    const { affected } = await database.dataSource.manager.update(
      LeaseEntity,
      { name: `backfill-meter-${meterId}` },
      { holder: 'another', epoch: 1000, expiresAt: new Date('2100-01-01') },
    );
    expect(affected).toBe(1);
    await waitFor(holdsNothing, {
      what: 'the worker to notice the loss of its lease',
    });
    gateway.answer();
    await running;
    expect(gateway.calls).toHaveLength(1);
  });

  it('the backfill job keeps the fetched readings and releases its lease when its worker stops', async () => {
    gateway.hold();
    const running = run(stopping.signal);
    await firstCall();
    stopping.abort();
    gateway.answer();
    await running;
    expect(gateway.calls).toHaveLength(1);
    const fetched = await stored();
    expect(fetched).toBeGreaterThan(0);
    expect((await meter()).backfilledTo.getTime()).toBe(SINCE + fetched * HOUR_MS);

    const startedAtMs = performance.now();
    await run();
    expect(performance.now() - startedAtMs).toBeLessThan(5000);
    expect(await stored()).toBe(OLDER_HOURS);
  });

  it('the backfill job stops calling a slow gateway when its worker stops', async () => {
    gateway.hold();
    gateway.longestMs = HOUR_MS;
    const running = run(stopping.signal);
    await firstCall();
    stopping.abort();
    gateway.answer();
    await expect(running).rejects.toBeInstanceOf(DomainError);
    expect(gateway.calls).toHaveLength(1);
  });

  /** Returns true if the first worker has noticed that it lost the lease. */
  function holdsNothing(): boolean {
    return (Reflect.get(leases[0] ?? {}, 'held') as Set<unknown>).size === 0;
  }
});
