// Runs in the full check only: it kills processes.
import { Installation } from './installation';
import { HOUR_MS, hourlyOfRegister, wholeMwh } from './measured-energy';

const DAYS = 60;
const DAY_MS = 24 * HOUR_MS;
/** A process that does not stop within this time ends itself with exit code 1. */
const END_MS = 15_000;
const AREA_ID = 1;
const REGISTER = 'BLDG.ELEC.PLANT.KWH';

describe('a worker that is stopped during a backfill', () => {
  const since = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS);
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.start({ workers: 1, environment: { PLATFORM_TIMEZONE: 'UTC' } });
    const meter = { pointCode: REGISTER, kind: 'cumulative' as const, intervalSeconds: 60 };
    await installation.client.putAreas([
      { name: 'Plant', meters: [{ ...meter, since: since.toISOString() }] },
    ]);
  });
  afterAll(() => installation.stop());

  const progress = async () => (await installation.client.area(AREA_ID)).meters[0]?.historyProgress ?? 0;

  it('a worker that is stopped during a backfill ends in time with exit code 0, and the next worker fetches the rest of the history', async () => {
    const { client, observer, workers } = installation;
    const [worker] = workers;
    if (!worker) throw new Error('No worker is running.');
    await installation.waitFor(async () => (await progress()) > 0.05, {
      what: 'a part of the history',
      isBrief: true,
    });
    const stoppedAtMs = performance.now();
    await worker.stop();
    expect(worker.exitCode).toBe(0);
    expect(performance.now() - stoppedAtMs).toBeLessThan(END_MS);
    expect(worker.log).toMatch(/"The worker is shutting down"[^]*"The worker has ended"/);
    const reached = await progress();
    expect(reached).toBeLessThan(1);

    await worker.start();
    await installation.waitFor(() => client.hasAllHistory(), {
      what: 'all of the history',
    });
    const to = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const points = await client.details({
      areaId: AREA_ID,
      from: since.toISOString(),
      to: to.toISOString(),
      interval: 'hour',
    });
    const expected = hourlyOfRegister(await observer.history(REGISTER, since, new Date(+to + 1)));
    expect(expected.size).toBe(DAYS * 24);
    expect(new Map(points.map(({ timestamp, value }) => [Date.parse(timestamp), wholeMwh(value)]))).toEqual(
      expected,
    );
  });
});
