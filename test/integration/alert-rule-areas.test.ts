import { AreaCardsService, AuditService, ConfigurationService } from '@app/domain';
import { EnergySumsService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import {
  AlertEntity,
  AlertEventEntity,
  AlertRuleEntity,
  BuildingObjectEntity,
  MeterEntity,
  ModelEntity,
  PointEntity,
} from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { POLL_SECONDS, RuleDesk } from '../factories/rule-desk';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-05-04T10:00:00Z');
const POLL_MS = POLL_SECONDS * 1000;
const POLLS = 160;
const engineer = Actor.user(3, 'engineer', 'erik');
const MODEL = {
  name: 'Hall',
  description: null,
  version: '1',
  storageKey: 'hall.glb',
  staticName: 'hall.glb',
  fileName: 'hall.glb',
  mimeType: 'model/gltf-binary',
  sizeBytes: 1,
  sha256: '0'.repeat(64),
  createdAt: new Date(0),
};
const threshold = { condition: { kind: 'threshold', comparison: 'gt', threshold: 30 } } as const;

describe('alert rules for', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let desk: RuleDesk;
  let areaId: number;

  beforeAll(async () => {
    database = await openDatabase();
    const audit = new AuditService(database.dataSource, clock);
    await new ConfigurationService(database.dataSource, testEnvironment(), clock, audit).ensure();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    for (const entity of [AlertEntity, AlertEventEntity, AlertRuleEntity]) await manager().deleteAll(entity);
    clock.set(NOW);
    desk = new RuleDesk(database, clock);
    areaId = await putAreas();
  });

  const manager = () => database.dataSource.manager;
  const tick = () => desk.evaluator.tick(undefined);

  /** Creates an area with a power meter, and a child area with a register. @returns the id of the parent area */
  const putAreas = async () => {
    const { areas } = await desk.areas.replace(engineer, [
      { name: 'Offices', meters: [{ pointCode: 'POWER', kind: 'power', intervalSeconds: 60 }] },
      {
        name: 'Floor',
        parentIndex: 0,
        meters: [{ pointCode: 'REGISTER', kind: 'cumulative', intervalSeconds: 120 }],
      },
    ]);
    return areas[0]?.id ?? 0;
  };
  const aRule = (changes: object) =>
    desk.rules.create(engineer, { name: 'Too high', severity: 'major', ...changes });
  const alerts = () => manager().find(AlertEntity, { order: { id: 'ASC' } });
  const notes = async () =>
    (await manager().find(AlertEventEntity, { order: { id: 'ASC' } })).map(({ kind, note }) => [kind, note]);

  const meters = async () =>
    new Map((await manager().find(MeterEntity)).map(({ pointCode, id }) => [pointCode, id]));

  const take = (value: number) =>
    desk.values.accept(
      [{ code: 'P1', value, quality: 'good', timestamp: clock.now().toISOString() }],
      undefined,
      desk.evaluator.follower,
    );
  /** Advances the clock until the deletion or creation of points is noticed. */
  const later = () => {
    clock.advance(5000);
    return tick();
  };

  describe('an area', () => {
    it('alert rules raise the same alerts in a test over stored readings as during operation', async () => {
      const { dataSource } = database;
      const intake = new ReadingIntakeService(dataSource, new RollupService());
      const cards = new AreaCardsService(
        dataSource,
        desk.areas,
        new EnergySumsService(dataSource),
        { timezone: () => Promise.resolve('UTC') } as never,
        { publish: () => undefined } as never,
        clock,
      );
      const rules = [
        await aRule({
          areaId,
          condition: { ...threshold.condition, deadband: 5 },
          onDelaySeconds: 20,
          offDelaySeconds: 20,
        }),
        await aRule({ areaId, condition: { kind: 'noData', minutes: 1 } }),
        await aRule({ areaId, condition: { kind: 'rateOfChange', delta: 30, minutes: 2, deadband: 5 } }),
      ];
      const meterIds = await meters();
      const series = readings();
      await tick();
      desk.evaluator.areasTried();
      for (let poll = 0; poll < POLLS; poll++) {
        clock.set(NOW + poll * POLL_MS);
        await tick();
        for (const { code, atMs, value } of series) {
          if (atMs === clock.nowMs())
            await intake.take(meterIds.get(code) ?? 0, [{ atMs, value, quality: 0 }]);
        }
        await desk.evaluator.evaluateAreas(await cards.refresh(), undefined);
      }
      const range = { from: new Date(NOW).toISOString(), to: new Date(clock.nowMs() + 1).toISOString() };
      const live = await alerts();
      for (const rule of rules) {
        const expected = live
          .filter(({ originator }) => originator === `rule:${rule.id}`)
          .map(({ raisedAt, clearedAt, value }) => ({ from: raisedAt, to: clearedAt, value }));
        expect(expected.length).toBeGreaterThan(1);
        const { raised } = await desk.tests.test({ rule, ...range });
        expect(raised).toEqual(expected);
      }
    });

    it('alert rules cannot be tested for a range whose readings were deleted', async () => {
      await manager().update(MeterEntity, { pointCode: 'REGISTER' }, { prunedTo: new Date(NOW) });
      const range = { from: '2026-05-04T09:30:00Z', to: '2026-05-04T11:00:00Z' };
      const rule = { name: 'Too high', severity: 'major', areaId, ...threshold } as const;
      await expect(desk.tests.test({ rule, ...range })).rejects.toMatchObject({
        kind: 'invalid',
        details: [{ path: 'from' }],
      });
      const later = desk.tests.test({ rule, ...range, from: '2026-05-04T10:00:00Z' });
      await expect(later).resolves.toMatchObject({ truncated: false });
    });

    it('alert rules clear their alert when their area is deleted, and show that they are no longer evaluated', async () => {
      const { id } = await aRule({ areaId, ...threshold });
      await tick();
      await desk.evaluator.evaluateAreas([{ id: areaId, currentPower: 31 }], undefined);
      await desk.areas.replace(engineer, []);
      clock.advance(5000);
      await tick();
      expect(await notes()).toEqual([
        ['raised', null],
        ['cleared', 'The area of the alert rule was deleted.'],
      ]);
      const message = `Area ${areaId} was deleted. The rule is not evaluated.`;
      expect((await desk.rules.find(id)).warnings).toMatchObject([{ path: 'areaId', message }]);
    });
  });

  describe('a point', () => {
    let objectId: number;
    beforeAll(async () => {
      const model = await manager().save(ModelEntity, MODEL);
      const object = { name: 'Hall', code: 'HALL', modelId: model.id, description: null, nodeName: null };
      ({ id: objectId } = await manager().save(BuildingObjectEntity, object));
    });
    const putPoint = () =>
      manager().insert(PointEntity, { code: 'P1', name: 'P1', objectId, unit: null, dataType: null });
    it('alert rules clear their alert when their point is deleted, and are evaluated again when the point is created again', async () => {
      await putPoint();
      const { id } = await aRule({ pointCode: 'P1', ...threshold });
      await take(31);
      await later();
      await manager().delete(PointEntity, { code: 'P1' });
      await later();
      expect((await desk.rules.find(id)).warnings).toMatchObject([{ path: 'pointCode' }]);
      clock.advance(1000);
      await take(32);
      desk.evaluator.forget();
      await later();
      expect(await notes()).toEqual([
        ['raised', null],
        ['cleared', 'The point of the alert rule was deleted.'],
      ]);
      await putPoint();
      await later();
      expect(await alerts()).toMatchObject([{ state: 'cleared' }, { state: 'active', value: 32 }]);
      expect((await desk.rules.find(id)).warnings).toEqual([]);
      await manager().delete(PointEntity, { code: 'P1' });
    });

    it('alert rules keep their alert for a point of the gateway that belongs to no model', async () => {
      await aRule({ pointCode: 'P1', ...threshold });
      await take(31);
      await later();
      await later();
      expect(await alerts()).toMatchObject([{ state: 'active' }]);
    });
  });
});

/** Returns the readings of both meters at the times of polls, with gaps. The readings are the same in each run. */
function readings(): { code: string; atMs: number; value: number }[] {
  let seed = 11;
  const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  let register = 100;
  return Array.from({ length: POLLS }, (_, poll) => {
    const atMs = NOW + poll * POLL_MS;
    const isGap = poll % 80 > 55;
    const power = isGap || next(3) === 0 ? [] : [{ code: 'POWER', atMs, value: next(40) }];
    if (poll % 20 !== 0 || poll % 80 > 40) return power;
    return [...power, { code: 'REGISTER', atMs, value: (register += next(30) / 10) }];
  }).flat();
}
