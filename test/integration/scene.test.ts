import { BuildingObjectEntity, type ModelEntity } from '@app/entities';
import { NodeNamesService } from '@app/domain/testing';
import { aModel } from '../factories/a-model';
import { type ApiAnswer, type CallOptions, RunningApi } from '../factories/running-api';

const position = { x: 1, y: 2.5, z: -3 };
const camera = { position, target: { x: 0, y: 0, z: 0 }, fov: 60 };
const hotspot = { id: 'roof', position, title: 'Roof', objectId: null, nodeName: 'AHU_01' };
const device = {
  deviceId: 'east',
  name: 'East',
  switchCode: 'F1.EAST.SWITCH',
  levelCode: null,
  powerCode: null,
  nodeName: 'LAMP_1',
};
const label = {
  id: 'floor-1',
  text: 'Floor 1',
  position,
  devices: [device],
  scenes: [{ id: 'evening', name: 'Evening', levels: [{ deviceId: 'east', on: true, level: 40 }] }],
};

/** Headers that prevent browsers and proxies from caching, framing or running an answer. */
const GUARDS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

describe('the scene', () => {
  let api: RunningApi;
  let token: string;
  let model: ModelEntity;
  /** The answer before any scene was saved. */
  let first: ApiAnswer;

  beforeAll(async () => {
    api = await RunningApi.start();
    ({ token } = await api.signInAs('engineer'));
    first = await call('GET', '/dashboard-model');
  });
  beforeEach(async () => {
    model = await aModel(api.database.dataSource);
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, { token, ...options });
  const put = (body: object) => call('PUT', '/dashboard-model', { body });
  const read = async () => (await call('GET', '/dashboard-model')).body as object;
  const anObject = async (nodeName: string | null = null) => {
    const { dataSource } = api.database;
    const input = { name: 'Roof', code: `ROOF-${model.id}`, modelId: model.id, description: null, nodeName };
    return dataSource.manager.save(dataSource.manager.create(BuildingObjectEntity, input));
  };

  const expected = () => ({
    camera,
    ambientLight: { intensity: 1 },
    hotspots: [{ id: 'roof', position, title: 'Roof', nodeName: 'AHU_01' }],
    labels: [{ id: 'floor-1', text: 'Floor 1', position }],
    model: {
      id: model.id,
      name: 'Head office',
      version: '1',
      file: { url: `/static/models/${model.staticName}`, mimeType: 'model/gltf-binary', size: 0 },
    },
  });
  const show = () =>
    put({
      modelId: model.id,
      camera,
      ambientLight: { intensity: 1 },
      hotspots: [hotspot],
      labels: [label],
    });

  it('the scene has a default view without a model', () => {
    expect(first).toMatchObject({
      status: 200,
      body: { modelId: null, ambientLight: { intensity: 1 }, hotspots: [], labels: [] },
    });
  });

  it('the scene keeps camera, light, hotspots and labels with their devices and lighting scenes', async () => {
    const { id: objectId } = await anObject();
    const scene = {
      modelId: model.id,
      camera,
      ambientLight: { intensity: 0.5 },
      hotspots: [{ ...hotspot, objectId }],
      labels: [label],
    };
    expect(await put(scene)).toMatchObject({ status: 200, body: scene });
    expect(await read()).toEqual(scene);
    expect((await put({ ambientLight: { intensity: 2 } })).body).toEqual({
      ...scene,
      ambientLight: { intensity: 2 },
    });
  });

  it('the scene can be sent back as it was read, even after an object was deleted', async () => {
    const { id: objectId } = await anObject();
    await put({ hotspots: [{ ...hotspot, objectId }] });
    await call('DELETE', `/objects/${objectId}`);
    const scene = await read();
    expect(scene).toMatchObject({ hotspots: [{ objectId }] });
    expect(await put(scene)).toMatchObject({ status: 200, body: scene });
  });

  it('the scene refers to no model after its model was deleted', async () => {
    await put({ modelId: model.id, camera });
    await api.database.dataSource.query(`DELETE FROM model WHERE id = ${model.id}`);
    expect(await read()).toMatchObject({ modelId: null, camera });
  });

  it.each([
    [{ modelId: 77_777 }, 'modelId'],
    [{ camera: null }, 'camera'],
    [{ camera: { ...camera, fov: 180 } }, 'camera.fov'],
    [{ camera: { ...camera, position: { x: 1, y: 2 } } }, 'camera.position.z'],
    [{ camera: { ...camera, target: { ...position, x: 1e9 } } }, 'camera.target.x'],
    [{ ambientLight: { intensity: -1 } }, 'ambientLight.intensity'],
    [{ ambientLight: 7 }, 'ambientLight'],
    [{ hotspots: [{ ...hotspot, objectId: 77_777 }] }, 'hotspots[0].objectId'],
    [{ hotspots: [hotspot, hotspot] }, 'hotspots[1].id'],
    [{ hotspots: [{ ...hotspot, id: '../x' }] }, 'hotspots[0].id'],
    [{ labels: [{ ...label, text: '' }] }, 'labels[0].text'],
    [{ labels: [label, label] }, 'labels[1].id'],
    [{ labels: [{ ...label, devices: [device, device] }] }, 'labels[0].devices[1].deviceId'],
    [{ labels: [{ ...label, devices: [] }] }, 'labels[0].scenes[0].levels[0].deviceId'],
    [
      { labels: [{ ...label, devices: [{ ...device, switchCode: ' x' }] }] },
      'labels[0].devices[0].switchCode',
    ],
    [
      { labels: [{ ...label, scenes: [{ id: 'a', name: 'A', levels: [{ deviceId: 'east', on: 1 }] }] }] },
      'labels[0].scenes[0].levels[0].on',
    ],
    [
      {
        labels: [
          {
            ...label,
            scenes: [{ id: 'a', name: 'A', levels: [{ deviceId: 'east', on: true, level: 101 }] }],
          },
        ],
      },
      'labels[0].scenes[0].levels[0].level',
    ],
    [{ labels: null }, 'labels'],
  ])('the scene is refused with %j', async (fault, path) => {
    const before = await read();
    expect(await put(fault)).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        details: expect.arrayContaining([expect.objectContaining({ path })]),
      },
    });
    expect(await read()).toEqual(before);
  });

  it('the scene leaves an audit entry with the fields that changed', async () => {
    await put({ labels: [], ambientLight: { intensity: 3 } });
    await put({ ambientLight: { intensity: 4 } });
    const entry = (await api.auditEntries()).at(-1);
    expect(entry).toMatchObject({ action: 'scene.changed', after: '{"ambientLight":{"intensity":4}}' });
  });

  it('the scene lists the nodes that objects, devices and hotspots of a model use', async () => {
    const { id } = await anObject('AHU_02');
    await put({ modelId: model.id, hotspots: [hotspot], labels: [label] });
    const names = new NodeNamesService(api.database.dataSource);
    expect(await names.inUse(model.id)).toEqual([
      { kind: 'object', id, name: 'AHU_02' },
      { kind: 'device', id: 'east', name: 'LAMP_1' },
      { kind: 'hotspot', id: 'roof', name: 'AHU_01' },
    ]);
    await put({ modelId: null });
    expect(await names.inUse(model.id)).toEqual([{ kind: 'object', id, name: 'AHU_02' }]);
  });

  describe('on a public page', () => {
    it('the scene requires a token, and does not contain codes of points', async () => {
      await show();
      expect((await api.call('GET', '/api/public/model')).status).toBe(401);
      const { body, headers } = await call('GET', '/public/model');
      expect(body).toEqual(expected());
      expect(Object.fromEntries(headers)).toMatchObject(GUARDS);
      await put({ modelId: null });
      expect((await call('GET', '/public/model')).body).toMatchObject({ model: null });
    });

    it('the scene requires no token if PUBLIC_MODEL is set, and then does not contain the address of the file', async () => {
      await show();
      const open = await api.another({ PUBLIC_MODEL: true });
      try {
        const { model: shown, ...view } = expected();
        const { body, headers } = await open.call('GET', '/api/public/model');
        expect(body).toEqual({ ...view, model: { ...shown, file: { ...shown.file, url: null } } });
        expect(Object.fromEntries(headers)).toMatchObject(GUARDS);
        expect((await open.call('GET', '/api/dashboard-model')).status).toBe(401);
      } finally {
        await open.stopProcess();
      }
    });
  });
});
