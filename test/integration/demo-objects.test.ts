import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@app/config';
import { checkGltf, type DemoObjectsService } from '@app/domain/testing';
import { BuildingObjectEntity, ModelEntity, PointEntity } from '@app/entities';
import { LocalCalendar } from '@app/gateway-server';
import { SystemClock } from '@app/kernel';
import { Building } from '../../apps/gateway-sim/src/model/building';
import { demoObjectsOf } from '../factories/demo-objects';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

describe('the objects of the demonstration building', () => {
  let database: TestDatabase;
  let environment: Environment;
  let demo: DemoObjectsService;

  beforeAll(async () => {
    database = await openDatabase();
    environment = testEnvironment();
    demo = demoObjectsOf(database.dataSource, environment, new SystemClock());
  });
  afterAll(() => database.drop());

  const manager = () => database.dataSource.manager;
  const counts = async () => ({
    models: await manager().count(ModelEntity),
    objects: await manager().count(BuildingObjectEntity),
    points: await manager().count(PointEntity),
  });

  it('demonstration objects have points with the codes, names and units that the simulated gateway uses', async () => {
    await demo.seed('en-US');
    const points = await manager().find(PointEntity);
    const offered = new Map(
      new Building(1, new LocalCalendar('UTC')).points.map(({ definition }) => [definition.code, definition]),
    );
    expect(points.length).toBeGreaterThan(20);
    for (const { code, name, unit, dataType } of points) {
      const { name: expected, unit: expectedUnit, dataType: type } = offered.get(code) ?? {};
      expect({ code, name, unit, dataType }).toEqual({
        code,
        name: expected,
        unit: expectedUnit || null,
        dataType: type,
      });
    }
  });

  it('demonstration objects are nodes of a valid model, and hotspots of the scene', async () => {
    const { view, objectIds } = (await demo.seed('en-US')) ?? {};
    const { storageKey } = await manager().findOneByOrFail(ModelEntity, { id: view?.modelId });
    const bytes = readFileSync(join(environment.DATA_DIR, 'uploads', storageKey));
    const { faults, nodeNames } = await checkGltf(bytes, 'gltf');
    expect(faults).toEqual([]);
    const objects = await manager().find(BuildingObjectEntity, { order: { id: 'ASC' } });
    expect(objects.map(({ nodeName }) => nodeName)).toEqual(nodeNames);
    expect(objectIds).toEqual(new Map(objects.map(({ code, id }) => [code, id])));
    expect(view?.hotspots.map(({ objectId, nodeName }) => [objectId, nodeName])).toEqual(
      objects.map(({ id, nodeName }) => [id, nodeName]),
    );
  });

  it('demonstration objects are completed after an interruption, but not created again after their model was deleted', async () => {
    await demo.seed('en-US');
    const before = await counts();
    const [object] = await manager().find(BuildingObjectEntity, { take: 1 });
    await manager().delete(BuildingObjectEntity, { id: object?.id });
    await demo.seed('en-US');
    expect(await counts()).toEqual(before);
    await manager().delete(ModelEntity, { id: object?.modelId });
    expect(await demo.seed('en-US')).toBeNull();
    expect(await counts()).toEqual({ models: 0, objects: 0, points: 0 });
  });
});
