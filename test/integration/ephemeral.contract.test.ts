// Runs on both profiles: the queue, the bus and the counters are on Redis there.
import { EnvironmentModule } from '@app/config';
import { ClockModule } from '@app/processes';
import { EphemeralModule, EphemeralStore, type Limit, Throttle } from '@app/ephemeral';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { TcpRelay } from '../factories/tcp-relay';
import { testEnvironment, waitFor } from '../harness';
import { describeOnRedis } from '../profile';

const { QUEUE_URL } = testEnvironment();
const TOO_MANY = { kind: 'too_many', code: 'too_many_attempts' };
const UNAVAILABLE = { kind: 'unavailable', retryAfterSeconds: expect.any(Number) };
/** The time limit of a command. Each call would take that long if it waited for a Redis that hangs. */
const COMMAND_MS = 1000;

const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)));
const fulfilled = <T>(outcomes: PromiseSettledResult<T>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));

const instances: TestingModule[] = [];
let names = 0;

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Promise.all(instances.map((instance) => instance.close())));

/** Creates the stores of one instance of the api. */
async function anInstance(queueUrl = QUEUE_URL): Promise<{ store: EphemeralStore; throttle: Throttle }> {
  const instance = await Test.createTestingModule({
    imports: [
      ClockModule,
      EnvironmentModule.forRoot(testEnvironment({ QUEUE_URL: queueUrl })),
      EphemeralModule,
    ],
  }).compile();
  instances.push(await instance.init());
  const store = instance.get(EphemeralStore);
  await waitFor(() => isReachable(store), { what: 'the store' });
  return { store, throttle: instance.get(Throttle) };
}

async function isReachable(store: EphemeralStore): Promise<boolean> {
  return store.take('nothing').then(
    () => true,
    () => false,
  );
}

const aName = () => `name-${++names}`;
const aLimit = (throttle: Throttle, points = 3, windowSeconds = 60, name = aName()) =>
  throttle.limit({ name, points, windowSeconds });

describe('the store of short-lived state', () => {
  let store: EphemeralStore;
  let throttle: Throttle;

  beforeAll(async () => {
    ({ store, throttle } = await anInstance());
  });

  describe('values', () => {
    it('the store returns a value to exactly one of 20 concurrent takers', async () => {
      await store.put('raced', 'value', 60_000);
      const taken = fulfilled(await times(20, () => store.take('raced')));
      expect(taken.filter((value) => value === 'value')).toHaveLength(1);
      expect(taken.filter((value) => value === null)).toHaveLength(19);
    });

    it('the store lets exactly one of 20 concurrent writers store a value under a new key', async () => {
      const put = fulfilled(await times(20, (index) => store.putIfAbsent('claimed', `${index}`, 60_000)));
      expect(put.filter(Boolean)).toHaveLength(1);
      expect(await store.take('claimed')).toBe(String(put.indexOf(true)));
    });

    it('the store lets exactly one of 20 concurrent writers that know the current value replace it', async () => {
      await store.put('swapped', 'from', 60_000);
      expect(await store.swap('swapped', 'something', 'to')).toBe(false);
      const swapped = fulfilled(await times(20, (index) => store.swap('swapped', 'from', `to ${index}`)));
      expect(swapped.filter(Boolean)).toHaveLength(1);
      expect(await store.read('swapped')).toBe(`to ${swapped.indexOf(true)}`);
      expect(await store.swap('swapped', `to ${swapped.indexOf(true)}`, null)).toBe(true);
      expect(await store.read('swapped')).toBeNull();
      expect(await store.swap('swapped', 'from', 'to')).toBe(false);
    });

    it('the store replaces an earlier value', async () => {
      await store.put('replaced', 'earlier', 60_000);
      await store.put('replaced', 'later', 60_000);
      expect(await store.take('replaced')).toBe('later');
    });

    it('the store lets values expire', async () => {
      await store.put('short', 'value', 100);
      expect(await store.putIfAbsent('short', 'another', 60_000)).toBe(false);
      // This call must not extend the lifetime of the value.
      await store.swap('short', 'value', 'swapped');
      await waitFor(() => store.putIfAbsent('short', 'another', 60_000), { what: 'the end of a value' });
    });
  });

  describe('limits', () => {
    it('the store allows exactly ten of 30 concurrent calls if the limit is ten', async () => {
      const limit = aLimit(throttle, 10);
      const outcomes = await times(30, () => limit.count('key'));
      const counts = fulfilled(outcomes).map(({ count }) => count);
      expect(counts.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
        expect(outcome).toMatchObject({ reason: { ...TOO_MANY, retryAfterSeconds: 60 } });
      }
      await expect(limit.check('key')).rejects.toMatchObject(TOO_MANY);
    });

    it('the store resets the count at the beginning of the next time window', async () => {
      const limit = aLimit(throttle, 1, 1);
      await limit.count('key');
      await expect(limit.count('key')).rejects.toMatchObject({ ...TOO_MANY, retryAfterSeconds: 1 });
      await waitFor(async () => (await limit.tally('key')).count === 0, { what: 'the next window' });
      await expect(limit.count('key')).resolves.toMatchObject({ count: 1 });
    });

    it('the store counts each key and each name separately', async () => {
      const limit = aLimit(throttle, 1);
      const another = aLimit(throttle, 1);
      const tallies = [await limit.count('key'), await limit.count('another'), await another.count('key')];
      expect(tallies.map(({ count }) => count)).toEqual([1, 1, 1]);
    });

    it('the store does not count calls that only check the limit', async () => {
      const limit = aLimit(throttle, 1);
      for (let index = 0; index < 3; index++) await limit.check('key');
      expect(await limit.tally('key')).toEqual({ count: 0, resetMs: 0 });
    });

    it('the store accepts another call after `uncount` has removed a call from the count', async () => {
      const limit = aLimit(throttle, 2);
      await limit.count('key');
      await limit.count('key');
      await limit.uncount('key');
      expect(await limit.count('key')).toMatchObject({ count: 2 });
      await expect(limit.count('key')).rejects.toMatchObject(TOO_MANY);
    });

    it.each([50, 1000])(
      'the store allows exactly %i calls in bursts of any size, for a limit with the option `frequent`',
      async (points) => {
        const limit = throttle.limit({ name: aName(), points, windowSeconds: 60, frequent: true });
        let passed = 0;
        for (let burst = 1; burst <= 50; burst++) {
          const outcomes = await times(burst, () => limit.count('key'));
          passed += fulfilled(outcomes).length;
        }
        expect(passed).toBe(points);
        await expect(limit.count('key')).rejects.toMatchObject(TOO_MANY);
      },
    );

    it('the store forgets a key on request', async () => {
      const limit = aLimit(throttle, 1);
      await limit.count('key');
      await limit.clear('key');
      expect(await limit.count('key')).toMatchObject({ count: 1 });
    });
  });
});

describeOnRedis('state in Redis', () => {
  let relay: TcpRelay;
  let near: EphemeralStore;
  let far: EphemeralStore;
  let nearLimit: Limit;
  let farLimit: Limit;

  beforeEach(async () => {
    relay = await TcpRelay.before(QUEUE_URL);
    const name = aName();
    const nearInstance = await anInstance();
    const farInstance = await anInstance(relay.url);
    near = nearInstance.store;
    far = farInstance.store;
    nearLimit = aLimit(nearInstance.throttle, 3, 60, name);
    farLimit = aLimit(farInstance.throttle, 3, 60, name);
  });
  afterEach(() => relay.cut());

  const farRefusal = () => far.take('key').catch((error: unknown) => error);

  it('state in Redis is shared by all instances', async () => {
    await near.put('key', 'value', 60_000);
    expect(await far.take('key')).toBe('value');
    await nearLimit.count('key');
    expect(await farLimit.count('key')).toMatchObject({ count: 2 });
  });

  it('calls are counted per instance while Redis is unreachable', async () => {
    for (let index = 0; index < 3; index++) await nearLimit.count('key');
    await relay.cut();
    await waitFor(async () => (await farRefusal()) instanceof Error, { what: 'the loss' });
    expect(await farRefusal()).toMatchObject(UNAVAILABLE);
    for (let index = 0; index < 3; index++) await farLimit.count('key');
    await expect(farLimit.count('key')).rejects.toMatchObject(TOO_MANY);
    await relay.mend();
    await waitFor(() => isReachable(far), { what: 'the return' });
    await farLimit.clear('key');
    expect(await nearLimit.tally('key')).toMatchObject({ count: 0 });
  });

  it('calls are counted in Redis again after the network has discarded all bytes, also those of new connections', async () => {
    relay.swallow();
    expect(await farRefusal()).toMatchObject(UNAVAILABLE);
    const { lostBytes } = relay;
    await waitFor(async () => (await farRefusal()) instanceof Error && relay.lostBytes > lostBytes, {
      what: 'an attempt to connect',
    });
    relay.pass();
    await waitFor(() => isReachable(far), { what: 'the return' });
    await farLimit.count('key');
    expect(await nearLimit.tally('key')).toMatchObject({ count: 1 });
  });

  it('a Redis that hangs delays only one call, and only briefly', async () => {
    relay.freeze();
    expect(await farRefusal()).toMatchObject(UNAVAILABLE);
    const startedAtMs = performance.now();
    expect(await farLimit.count('key')).toMatchObject({ count: 1 });
    expect(await farLimit.tally('key')).toMatchObject({ count: 1 });
    expect(performance.now() - startedAtMs).toBeLessThan(COMMAND_MS);
  });
});
