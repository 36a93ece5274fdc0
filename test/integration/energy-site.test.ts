import { AreasService, AuditService, ConfigurationService } from '@app/domain';
import { MeterEntity, PlatformConfigurationEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { deleteAreas } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const actor = Actor.system('test');
const GAS = { pointCode: 'GAS', energyType: 'gas', kind: 'cumulative' } as const;
const POWER = { pointCode: 'POWER', kind: 'power' } as const;

describe('the site of energy figures', () => {
  let database: TestDatabase;
  let areas: AreasService;
  let ofOtherProcess: AreasService;

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { dataSource } = database;
    await deleteAreas(dataSource);
    const clock = new FixedClock(Date.parse('2026-01-15T00:00Z'));
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, testEnvironment(), clock, audit);
    await configuration.ensure();
    await dataSource.manager.update(PlatformConfigurationEntity, 1, { lastAreaId: 0 });
    [areas, ofOtherProcess] = [0, 1].map(() => new AreasService(dataSource, configuration, clock, audit)) as [
      AreasService,
      AreasService,
    ];
  });

  async function expectSame(): Promise<void> {
    const { areas: all, metersByArea } = await areas.site();
    expect(await areas.energySite()).toEqual({
      areas: all.map(({ id, parentId }) => ({ id, parentId })),
      metersByArea: new Map(
        [...metersByArea].map(([areaId, meters]) => [
          areaId,
          meters.map(({ id, energyType, kind, daysZone }) => ({ id, energyType, kind, daysZone })),
        ]),
      ),
    });
  }

  it('the cached site has the current areas, their order and their meters after each change by another process', async () => {
    expect(await areas.energySite()).toEqual({ areas: [], metersByArea: new Map() });
    await ofOtherProcess.replace(actor, [
      { name: 'Site', meters: [POWER, GAS] },
      { name: 'Hall', meters: [GAS] },
    ]);
    await expectSame();
    await ofOtherProcess.replace(actor, [
      { id: 2, parentId: 1 },
      { id: 1, sortOrder: 5, meters: [GAS] },
    ]);
    await expectSame();
    await database.dataSource.manager.updateAll(MeterEntity, { daysZone: null });
    await expectSame();
    await ofOtherProcess.replace(actor, [
      { id: 2, parentId: null, meters: [{ ...GAS, energyType: 'heating', kind: 'interval' }] },
    ]);
    await expectSame();
  });

  it('the cached site is parsed again only after a change', async () => {
    await areas.replace(actor, [{ name: 'Site', meters: [POWER] }]);
    const site = await areas.energySite();
    expect(await areas.energySite()).toBe(site);
    await areas.replace(actor, [{ name: 'Site', meters: [GAS] }]);
    expect(await areas.energySite()).not.toBe(site);
  });
});
