// Runs in the full check only: it kills processes.
import { join } from 'node:path';
import type { Sample } from './gateway-observer';
import { Installation } from './installation';
import { energyOfPower, HOUR_MS, hourlyOfIntervals, hourlyOfRegister, wholeMwh } from './measured-energy';

const QUICK_WORKER = join(__dirname, '..', '..', 'servers', 'quick-worker.mjs');
const DAY_MS = 24 * HOUR_MS;
const QUARTER_MS = HOUR_MS / 4;
const INGESTS = 'This worker ingests values, readings and alarms';
/** The product rounds the energy between power samples to milliwatt-hours. */
const ROUNDING_KWH = 120 * 0.5e-6 + 0.0005;

const since = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS);

/** A register with a reading at every full minute. */
const REGISTER = { areaId: 1, code: 'BLDG.ELEC.PLANT.KWH' };
/** A meter that reports the energy of each quarter of an hour. */
const INTERVAL = { areaId: 2, code: 'F1.ELEC.HVAC.KWH' };
/** A meter that reports the power every half minute. */
const POWER = { areaId: 3, code: 'BLDG.ELEC.MAIN.POWER' };
/** A register whose value the test sets. */
const WRITTEN = { areaId: 4, code: 'F3.ELEC.LIGHTING.KWH' };

const AREAS = [
  { ...REGISTER, kind: 'cumulative' as const, intervalSeconds: 60 },
  { ...INTERVAL, kind: 'interval' as const, intervalSeconds: 900 },
  { ...POWER, kind: 'power' as const, intervalSeconds: 30 },
].map(({ code, ...settings }) => ({
  name: code,
  meters: [{ pointCode: code, since: since.toISOString(), ...settings }],
}));

const within = (samples: readonly Sample[], fromMs: number, toMs: number) =>
  samples.filter(({ timestamp }) => Date.parse(timestamp) >= fromMs && Date.parse(timestamp) <= toMs);

const inMwh = (hours: Map<number, number>) =>
  new Map([...hours].map(([hourMs, kwh]) => [hourMs, wholeMwh(kwh)]));

interface Logging {
  log: string;
}
/** How often the worker has begun to read. On a slow machine, the lease moves even if no worker ends. */
const turnsOf = ({ log }: Logging) => log.split(INGESTS).length - 1;
/** When the worker began to read the last time. */
const lastTurnMs = ({ log }: Logging) => {
  const line = log.split('\n').findLast((each) => each.includes(INGESTS)) ?? '';
  return Number(/"time":(\d+)/.exec(line)?.[1] ?? 0);
};

describe("the gateway's data", () => {
  let installation: Installation;
  const startedAt = new Date();
  let register = 1000;

  beforeAll(async () => {
    installation = await Installation.start({
      workers: 2,
      workerEntry: QUICK_WORKER,
      environment: { PLATFORM_TIMEZONE: 'UTC' },
    });
    await installation.observer.write(WRITTEN.code, register);
    const meters = [{ pointCode: WRITTEN.code, since: startedAt.toISOString() }];
    await installation.client.putAreas([...AREAS, { name: 'Written', meters }]);
    await installation.waitFor(() => isReadUpTo(WRITTEN.areaId, +startedAt), { what: 'the first reading' });
  });
  afterAll(() => installation.stop());

  /** Returns the energy in kWh of each hour from `since` up to `to`. Hours without data are missing. */
  async function hoursOf(areaId: number, to: Date): Promise<Map<number, number>> {
    const points = await installation.client.details({
      areaId,
      from: since.toISOString(),
      to: to.toISOString(),
      interval: 'hour',
    });
    return new Map(
      points.flatMap(({ timestamp, value }) => (value === null ? [] : [[Date.parse(timestamp), value]])),
    );
  }

  async function isReadUpTo(areaId: number, atMs: number): Promise<boolean> {
    return Date.parse((await installation.client.area(areaId)).lastReadingAt ?? '') >= atMs;
  }

  /** Adds readings of the register whose value the test sets. */
  async function measure(...steps: number[]): Promise<void> {
    for (const step of steps) await installation.observer.write(WRITTEN.code, (register += step));
  }

  /** Returns the energy in kWh that the register has counted since the beginning of the test. */
  async function measured(): Promise<number> {
    const { total } = await installation.client.stats({
      areaId: WRITTEN.areaId,
      period: 'custom',
      from: new Date(+startedAt - (+startedAt % HOUR_MS)).toISOString(),
      to: new Date(Date.now() + HOUR_MS).toISOString(),
    });
    return total ?? 0;
  }

  async function expectAllHoursOfGateway(): Promise<void> {
    const { client } = installation;
    await installation.waitFor(() => client.hasAllHistory(), {
      what: 'all of the history',
    });
    const to = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
    await installation.waitFor(
      async () =>
        (await isReadUpTo(REGISTER.areaId, +to)) &&
        (await isReadUpTo(INTERVAL.areaId, +to - QUARTER_MS)) &&
        (await isReadUpTo(POWER.areaId, +to)),
      { what: 'readings up to the last full hour' },
    );
    const samples = (code: string) => installation.observer.history(code, since, new Date(+to + 1));

    const register = hourlyOfRegister(await samples(REGISTER.code));
    expect(register.size).toBe((+to - +since) / HOUR_MS);
    expect(inMwh(await hoursOf(REGISTER.areaId, to))).toEqual(register);

    const intervals = within(await samples(INTERVAL.code), +since, +to - 1);
    expect(inMwh(await hoursOf(INTERVAL.areaId, to))).toEqual(hourlyOfIntervals(intervals));

    const power = await samples(POWER.code);
    const hoursOfPower = await hoursOf(POWER.areaId, to);
    expect(hoursOfPower.size).toBe(register.size);
    const perHour = (HOUR_MS / 30_000) as 120;
    for (const [hourMs, kwh] of hoursOfPower) {
      const first = ((hourMs - +since) / HOUR_MS) * perHour;
      const expected = energyOfPower(power.slice(first, first + perHour + 1));
      expect(Math.abs(kwh - expected)).toBeLessThan(ROUNDING_KWH);
    }
  }

  it('gateway data is complete even if all workers are killed during the backfill', async () => {
    const { client, workers } = installation;
    await installation.waitFor(
      async () => {
        const [meter] = (await client.area(POWER.areaId)).meters;
        return meter && meter.historyProgress > 0.1 && meter.historyProgress < 0.9;
      },
      { what: 'a part of the history', isBrief: true },
    );
    await Promise.all(workers.map((worker) => worker.kill()));
    expect(await client.hasAllHistory()).toBe(false);
    await Promise.all(workers.map((worker) => worker.start()));

    await installation.waitFor(() => client.hasAllHistory(), {
      what: 'all of the history',
    });
    await expectAllHoursOfGateway();
  });

  it('gateway data is read by another worker after the reading worker was killed', async () => {
    const { workers } = installation;
    await installation.waitFor(() => workers.some((worker) => turnsOf(worker) > 0), {
      what: 'a worker that reads',
    });
    const [waiting, reading] = workers.toSorted((a, b) => lastTurnMs(a) - lastTurnMs(b));
    if (!waiting || !reading) throw new Error('The installation needs two workers.');
    const turns = turnsOf(waiting);
    const listener = await installation.listen(['iot:value:change']);
    const before = await measured();

    await reading.kill();
    await measure(0.75);
    await installation.waitFor(
      () =>
        listener
          .of('iot:value:change')
          .find(({ code, value }) => code === WRITTEN.code && value === register),
      { what: 'a value that changed after the death of a worker' },
    );
    await installation.waitFor(async () => (await measured()) === before + 0.75, {
      what: 'the energy that was measured since',
    });

    expect(await measured()).toBe(before + 0.75);

    // Processes write their logs in batches, so a log line may appear after the event that it reports.
    await installation.waitFor(() => turnsOf(waiting) > turns, { what: 'the log line of the other worker' });
    await listener.close();
  });

  it('measurements from a time without workers are read when workers run again, even if the api was killed too', async () => {
    const { client, workers, api } = installation;
    const fullHours = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
    await installation.waitFor(() => isReadUpTo(REGISTER.areaId, +fullHours), { what: 'the last full hour' });

    await Promise.all(workers.map((worker) => worker.kill()));
    const hours = await hoursOf(REGISTER.areaId, fullHours);
    const before = await measured();
    await measure(1.25, 1.75, 0.5);
    await api.kill();
    await expect(client.areas()).rejects.toThrow('fetch failed');
    await api.start();

    // The session is still valid, and stored data can be read while no worker reads the gateway.
    expect(await hoursOf(REGISTER.areaId, fullHours)).toEqual(hours);
    expect(await measured()).toBe(before);

    await workers[0]?.start();
    await installation.waitFor(async () => (await measured()) === before + 3.5, {
      what: 'the energy of the outage',
    });
  });
});
