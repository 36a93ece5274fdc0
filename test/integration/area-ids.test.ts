import { AreasService, AuditService, ConfigurationService } from '@app/domain';
import { PlatformConfigurationEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { deleteAreas } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const LAST_INT = 2_147_483_647;
const actor = Actor.system('test');

describe('area ids', () => {
  let database: TestDatabase;
  let areas: AreasService;
  let configuration: ConfigurationService;

  beforeAll(async () => {
    database = await openDatabase();
    const clock = new FixedClock(Date.parse('2026-01-15T00:00Z'));
    const audit = new AuditService(database.dataSource, clock);
    configuration = new ConfigurationService(database.dataSource, testEnvironment(), clock, audit);
    await configuration.ensure();
    areas = new AreasService(database.dataSource, configuration, clock, audit);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await deleteAreas(database.dataSource);
    await database.dataSource.manager.update(PlatformConfigurationEntity, 1, { lastAreaId: 0 });
  });

  const idsAfter = async (...set: Parameters<AreasService['replace']>[1]) =>
    (await areas.replace(actor, set)).areas.map(({ id }) => id);

  it('area ids start at 1 and are never reused, even after all areas were deleted', async () => {
    expect(await idsAfter({ name: 'A' }, { name: 'B' })).toEqual([1, 2]);
    expect(await idsAfter({ id: 1 }, { name: 'C' })).toEqual([1, 3]);
    expect(await idsAfter()).toEqual([]);
    expect(await idsAfter({ name: 'D' })).toEqual([4]);
    await configuration.change(actor, { platformName: 'Renamed' });
    expect(await idsAfter({ name: 'E' })).toEqual([5]);
  });

  it('area ids are unique when areas are set concurrently', async () => {
    await Promise.all(Array.from({ length: 6 }, () => areas.replace(actor, [{ name: 'A' }])));
    expect(await idsAfter({ name: 'B' })).toEqual([7]);
  });

  it.each([7, LAST_INT])('unknown area ids are refused, and nothing changes: %d', async (id) => {
    await idsAfter({ name: 'A' });
    await expect(areas.replace(actor, [{ id: 1 }, { name: 'B' }, { id }])).rejects.toMatchObject({
      kind: 'invalid',
      details: [{ path: 'areas[2].id' }],
    });
    expect(await idsAfter({ id: 1 }, { name: 'C' })).toEqual([1, 2]);
  });

  it('area ids of new parent areas are stored in the new child areas that refer to them', async () => {
    const site = await areas.replace(actor, [{ name: 'Floor', parentIndex: 1 }, { name: 'House' }]);
    expect(site.areas.map(({ id, parentId }) => [id, parentId])).toEqual([
      [1, 2],
      [2, null],
    ]);
  });
});
