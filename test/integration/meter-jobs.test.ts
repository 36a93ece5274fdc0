import {
  AreasService,
  AuditService,
  MeterJobsService,
  MeterRereadService,
  ConfigurationService,
} from '@app/domain';
import { MeterEntity, PlatformConfigurationEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import type { JobClient } from '@app/queue';
import { deleteAreas, putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-01-31T00:00Z');
const SINCE = '2026-01-01T00:00:00.000Z';

/**
 * A job that must run again needs a new id, because the queue ignores the ids of finished jobs for a while.
 */
describe('the jobs of meters', () => {
  let database: TestDatabase;
  let clock: FixedClock;
  let areas: AreasService;

  beforeAll(async () => {
    database = await openDatabase();
    clock = new FixedClock(NOW);
    await services().configuration.ensure();
  });
  beforeEach(async () => {
    await deleteAreas(database.dataSource);
    clock.set(NOW);
    ({ areas } = services());
  });
  afterAll(() => database.drop());

  /** Creates new services, because services cache the time zone for a moment and the clock does not advance. */
  const services = () => {
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, testEnvironment(), clock, audit);
    return {
      configuration,
      areas: new AreasService(database.dataSource, configuration, clock, audit),
      jobs: new MeterJobsService(database.dataSource, {} as JobClient, configuration, clock),
      rereads: new MeterRereadService(database.dataSource, configuration, clock),
    };
  };
  const put = (...pointCodes: string[]) =>
    putOneArea(areas, { meters: pointCodes.map((pointCode) => ({ pointCode, since: SINCE })) });
  const idsOf = async (kind: 'toBackfill' | 'toRebuildDays') =>
    (await services().jobs[kind](10)).map(({ jobId }) => jobId);
  /** Simulates that the meter's job has ended. */
  const fetched = () =>
    database.dataSource.manager.updateAll(MeterEntity, {
      backfilledTo: () => 'live_from',
      backfillTurn: () => 'backfill_turn + 1',
    });

  const inZone = (timezone: string) =>
    database.dataSource.manager.update(PlatformConfigurationEntity, 1, { timezone });

  it('meter jobs have the same id in all processes that queue them', async () => {
    await put('M');
    const first = await idsOf('toBackfill');
    clock.advance(1000);
    expect(await idsOf('toBackfill')).toEqual(first);
  });

  it('meter jobs keep their id while they run', async () => {
    await put('M');
    const ids = await idsOf('toBackfill');
    await database.dataSource.manager.updateAll(MeterEntity, { backfilledTo: new Date('2026-01-10T00:00Z') });
    expect(await idsOf('toBackfill')).toEqual(ids);
  });

  it('meter jobs get a new id if the history must be fetched again from the same instant', async () => {
    await put('M');
    const ids = await idsOf('toBackfill');
    await fetched();
    clock.advance(1000);
    await put();
    await put('M');
    ids.push(...(await idsOf('toBackfill')));
    await fetched();
    for (let again = 0; again < 2; again++) {
      clock.advance(1000);
      await services().rereads.readAgain({ from: SINCE });
      ids.push(...(await idsOf('toBackfill')));
      await fetched();
    }
    expect(new Set(ids).size).toBe(4);
  });

  it('meter jobs get a new id after each change of the time zone', async () => {
    await put('M');
    await inZone('Asia/Tokyo');
    const ids = await idsOf('toRebuildDays');
    await inZone('Asia/Kolkata');
    ids.push(...(await idsOf('toRebuildDays')));
    expect(new Set(ids).size).toBe(2);
  });
});
