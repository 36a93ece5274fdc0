// Runs on both profiles: locks and races differ.
// Runs in the full check only: leases expire in real time.
import { EnvironmentModule } from '@app/config';
import { DatabaseModule, GatewayTokenEntity, inTransaction } from '@app/entities';
import {
  LEASE_TIMING,
  type Lease,
  LeaseModule,
  LeaseLostError,
  LeaseService,
  acquireLease,
  assertHeld,
  releaseLease,
  renewLease,
} from '@app/leases';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type TestDatabase, openDatabase, testEnvironment, waitFor } from '../harness';

const QUICK = { ttlMs: 600, renewEveryMs: 200, retryEveryMs: 50 };
/** A holder with this timing never renews its lease, as after a crash or a stall. */
const STALLED = { ...QUICK, renewEveryMs: 60_000 };

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

describe('leases', () => {
  let database: TestDatabase;
  const services: LeaseService[] = [];

  beforeAll(async () => {
    database = await openDatabase();
  });

  beforeEach(() => Logger.overrideLogger(false));

  afterEach(async () => {
    const ended = services.splice(0);
    await Promise.all(ended.map((service) => service.onModuleDestroy()));
    await Promise.all(ended.map((service) => service.beforeApplicationShutdown()));
  });

  afterAll(() => database.drop());

  const serviceWith = (timing = QUICK) => {
    const service = new LeaseService(database.dataSource, timing);
    services.push(service);
    return service;
  };
  const acquire = (name: string, holder: string, ttlMs = 60_000) =>
    acquireLease(database.dataSource.manager, { name, holder, ttlMs });

  /** Performs a write that a lease protects, as ingestion does. */
  const writeAs = (lease: Lease, id: number) =>
    inTransaction(database.dataSource, async (manager) => {
      await assertHeld(manager, lease);
      await manager.insert(GatewayTokenEntity, { id, accessToken: '', refreshToken: '', expiresAtMs: 0 });
    });
  const written = (id: number) => database.dataSource.manager.existsBy(GatewayTokenEntity, { id });

  it('a lease is acquired by only one of many concurrent callers, even if nobody has held it before', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => acquire('race', `holder-${index}`)),
    );
    expect(answers.filter((lease) => lease !== null)).toEqual([
      { name: 'race', holder: expect.stringMatching(/^holder-\d+$/), epoch: 1 },
    ]);
  });

  it('an expired lease is acquired by only one of many concurrent callers', async () => {
    await acquire('expired-race', 'first', -1000);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => acquire('expired-race', `holder-${index}`)),
    );
    expect(answers.filter((lease) => lease !== null)).toMatchObject([{ epoch: 2 }]);
  });

  it('leases with different names are independent of each other', async () => {
    expect(await acquire('this', 'a')).not.toBeNull();
    expect(await acquire('that', 'b')).not.toBeNull();
  });

  it('a lease that is renewed stays valid long after its first expiry', async () => {
    const holder = await serviceWith().tryAcquire('renewed');
    const endMs = performance.now() + 3 * QUICK.ttlMs;
    await waitFor(
      async () => {
        expect(await acquire('renewed', 'another')).toBeNull();
        return performance.now() > endMs;
      },
      { what: 'three times the validity' },
    );
    expect(holder?.signal.aborted).toBe(false);
  });

  it('an expired lease can be taken over, with a higher epoch', async () => {
    const stalled = await serviceWith(STALLED).tryAcquire('taken');
    const successor = await waitFor(() => acquire('taken', 'successor'), { what: 'the take-over' });
    expect(successor.epoch).toBe(Number(stalled?.epoch) + 1);
    expect(await renewLease(database.dataSource.manager, stalled as Lease, 1000)).toBe(false);
  });

  it('a holder loses its lease if it could not renew the lease in time', async () => {
    const stalled = await serviceWith(STALLED).tryAcquire('own-count');
    expect(stalled?.signal.aborted).toBe(false);
    await aborted(stalled?.signal as AbortSignal);
  });

  it('a lease is available immediately after its release', async () => {
    const first = await serviceWith().tryAcquire('handed-over');
    await first?.release();
    expect(first?.signal.aborted).toBe(true);
    expect(await acquire('handed-over', 'second')).toMatchObject({ epoch: 2 });
  });

  it('a lease lets only one of two callers run its work, and is released afterwards, even if the work fails', async () => {
    const [one, other] = [serviceWith(), serviceWith()];
    const failed = one.tryRun('tried', async () => {
      expect(await other.tryRun('tried', () => Promise.reject(new Error('This work must not run.')))).toBe(
        false,
      );
      throw new Error('The work failed.');
    });
    await expect(failed).rejects.toThrow('The work failed.');
    expect(await other.tryRun('tried', () => Promise.resolve())).toBe(true);
  });

  it('a lease that is lost aborts the work of its holder without an error', async () => {
    const worked = serviceWith(STALLED).tryRun('tried-and-lost', async (signal) => {
      await aborted(signal);
      signal.throwIfAborted();
    });
    expect(await worked).toBe(true);
  });

  it('a lease cannot be released by a former holder', async () => {
    const former = await acquire('not-mine', 'former', -1000);
    const present = await acquire('not-mine', 'present');
    await releaseLease(database.dataSource.manager, former as Lease);
    expect(await acquire('not-mine', 'third')).toBeNull();
    expect(await renewLease(database.dataSource.manager, present as Lease, 1000)).toBe(true);
  });

  it('leases are released on shutdown', async () => {
    const environment = testEnvironment({ DATABASE_URL: database.url });
    const app = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(environment), DatabaseModule, LeaseModule],
    }).compile();
    await app.init();
    expect(await app.get(LeaseService).tryAcquire('shut-down')).not.toBeNull();
    expect(await acquire('shut-down', 'early')).toBeNull();
    await app.close();
    expect(await acquire('shut-down', 'next')).not.toBeNull();
  });

  it('a lease is kept for a running job when the service begins to shut down', async () => {
    const service = serviceWith();
    const lease = await service.tryAcquire('of-a-job');
    await service.onModuleDestroy();
    expect(lease?.signal.aborted).toBe(false);
    await service.beforeApplicationShutdown();
    expect(await acquire('of-a-job', 'next')).not.toBeNull();
  });

  describe('as protection of a write', () => {
    it('a lease allows its holder to write', async () => {
      const lease = (await acquire('writes', 'holder')) as Lease;
      await writeAs(lease, 101);
      expect(await written(101)).toBe(true);
    });

    it.each([
      ['ran out', async () => undefined],
      ['was taken over', async () => void (await acquire('stalled', 'successor'))],
    ])('a lease does not allow its holder to write once the lease %s', async (_, meanwhile) => {
      const lease = (await acquire('stalled', 'holder', -1000)) as Lease;
      await meanwhile();
      await expect(writeAs(lease, 102)).rejects.toThrow(LeaseLostError);
      expect(await written(102)).toBe(false);
      await releaseLease(database.dataSource.manager, {
        ...lease,
        holder: 'successor',
        epoch: lease.epoch + 1,
      });
    });

    it('a lease cannot be taken over until the write of its holder is committed', async () => {
      const order: string[] = [];
      const lease = (await acquire('slow-write', 'holder', 300)) as Lease;
      let takeOver: Promise<void> = Promise.resolve();
      await inTransaction(database.dataSource, async (manager) => {
        await assertHeld(manager, lease);
        takeOver = (async () => {
          await waitFor(() => acquire('slow-write', 'successor'), { what: 'the take-over' });
          order.push('taken over');
        })();
        await waitFor(() => isExpired('slow-write'), { what: 'the expiry' });
        await manager.insert(GatewayTokenEntity, {
          id: 103,
          accessToken: '',
          refreshToken: '',
          expiresAtMs: 0,
        });
        order.push('written');
      });
      await takeOver;
      expect(order).toEqual(['written', 'taken over']);
    });

    it('a lease must be checked within the transaction of the write', async () => {
      const lease = (await acquire('no-transaction', 'holder')) as Lease;
      await expect(assertHeld(database.dataSource.manager, lease)).rejects.toThrow(
        'must be called within the transaction',
      );
    });
  });

  describe('that services hold', () => {
    it('a lease lets the work run in one service, and in another service after the shutdown of the first', async () => {
      const running: string[] = [];
      const hold = (name: string) => {
        const service = new LeaseService(database.dataSource, QUICK);
        void service.hold('loop', async (_lease, signal) => {
          running.push(name);
          await aborted(signal);
          running.splice(running.indexOf(name), 1);
        });
        return service;
      };
      const services = new Map(['a', 'b'].map((name) => [name, hold(name)]));
      const [first] = await waitFor(() => running.length > 0 && [...running], { what: 'the first holder' });
      await services.get(first ?? '')?.onModuleDestroy();
      await waitFor(() => running.length > 0, { what: 'the second holder' });
      expect(running).toEqual([first === 'a' ? 'b' : 'a']);
      await services.get(running[0] ?? '')?.onModuleDestroy();
      expect(running).toEqual([]);
    });

    it('a lease passes from a killed holder to another process when it expires, which takes less than 10 s in production', async () => {
      expect(LEASE_TIMING.ttlMs + LEASE_TIMING.retryEveryMs).toBeLessThan(10_000);
      await acquire('killed', 'killed', QUICK.ttlMs);
      const service = serviceWith();
      const epoch = await new Promise<number>((resolve) => {
        void service.hold('killed', async (lease) => resolve(lease.epoch));
      });
      expect(epoch).toBe(2);
    });

    it('a lost lease aborts the work, which runs again when the lease is acquired again', async () => {
      const epochs: number[] = [];
      const told: number[] = [];
      void serviceWith(STALLED).hold('lost', async (lease, signal) => {
        epochs.push(lease.epoch);
        await aborted(signal);
        told.push(lease.epoch);
      });
      await waitFor(() => epochs.length >= 2, { what: 'the second run' });
      expect(epochs.slice(0, 2)).toEqual([1, 2]);
      expect(told).toContain(1);
    });

    it('a lease is not reported as lost at the end of long work', async () => {
      const lost: string[][] = [];
      const service = serviceWith();
      await new Promise<void>((resolve) => {
        const startedAtMs = performance.now();
        void service.hold('long', async (_lease, signal) => {
          signal.addEventListener('abort', () => {
            lost.push(service.lost);
            resolve();
          });
          await waitFor(() => performance.now() - startedAtMs > 3 * QUICK.ttlMs, {
            what: 'three times the validity',
          });
        });
      });
      expect(lost).toEqual([[]]);
    });

    it('a lease is reported as lost while the database confirms no holder, until it is acquired', async () => {
      const service = serviceWith();
      const { manager } = database.dataSource;
      const asking = jest.spyOn(manager, 'createQueryBuilder').mockImplementation(() => {
        throw new Error('The database does not respond.');
      });
      void service.hold('unconfirmed', (_lease, signal) => aborted(signal));
      expect(service.lost).toEqual([]);
      await waitFor(() => service.lost.length > 0, { what: 'the loss of the lease' });
      expect(service.lost).toEqual(['unconfirmed']);
      asking.mockRestore();
      await waitFor(() => service.lost.length === 0, { what: 'the acquisition of the lease' });
    });

    it('work that runs under a lease is repeated after a failure', async () => {
      let runs = 0;
      const stop = new AbortController();
      await serviceWith().hold(
        'failing',
        async () => {
          runs += 1;
          if (runs < 3) throw new Error('not yet');
          stop.abort();
        },
        stop.signal,
      );
      expect(runs).toBe(3);
    });
  });

  async function isExpired(name: string): Promise<boolean> {
    const rows = await database.dataSource.query<{ expires_at: Date }[]>(
      `SELECT expires_at FROM lease WHERE name = '${name}'`,
    );
    return Number(rows[0]?.expires_at) < Date.now();
  }
});
