// Runs in the full check only: it uploads large models.
import { BuildingObjectEntity, FileRemovalEntity, ModelEntity } from '@app/entities';
import { type ApiWithFiles, withLocalFolder } from '../factories/file-stores';
import { aGlb, MODELS } from '../factories/models';
import { sendForm } from '../factories/send-form';

const NAME = '水泵房 “Plant” – Übersicht.glb';
const BYTES = aGlb({ nodes: ['Pump', 'Valve'], sizeBytes: 10_000 });

interface Model {
  id: number;
  name: string;
  version: string;
  file: { name: string; size: number; mimeType: string; url: string };
}

// The stores differ in tests of their own (`file-store.contract.test.ts`).
describe('models', () => {
  let trial: ApiWithFiles;
  let token: string;

  beforeAll(async () => {
    trial = await withLocalFolder();
    ({ token } = await trial.api.signInAs('engineer'));
  }, 60_000);
  afterAll(() => trial.stop());

  const manager = () => trial.api.database.dataSource.manager;
  const call = (method: string, path: string, body?: unknown) =>
    trial.api.call(method, path, { token, body });
  const replace = (id: number, bytes: Buffer, query = '') =>
    sendForm(trial.api, {
      method: 'PUT',
      path: `/api/models/${id}/file${query}`,
      token,
      files: [{ bytes, name: 'next.model' }],
    });

  async function create(bytes = BYTES, fields: Record<string, string> = {}, name = NAME): Promise<Model> {
    const form = {
      path: '/api/models',
      token,
      fields: { name: 'Plant', ...fields },
      files: [{ bytes, name }],
    };
    const { status, body } = await sendForm(trial.api, form);
    expect(status).toBe(201);
    return body as Model;
  }

  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const answer = await fetch(`${trial.api.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  it('models have the fields of their form and the details of their file, and keep the fields that the body omits', async () => {
    const model = await create(BYTES, { name: 'Pump house', description: 'Level –1' });
    expect(model).toEqual({
      id: expect.any(Number),
      name: 'Pump house',
      description: 'Level –1',
      version: '1',
      file: {
        name: NAME,
        size: BYTES.length,
        mimeType: 'model/gltf-binary',
        url: expect.stringMatching(/^\/static\/models\/[0-9a-f]{32}\.glb$/),
      },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await create(MODELS.ifc, {}, 'plant.ifc')).toMatchObject({
      description: null,
      file: { mimeType: 'application/x-step' },
    });
    const changed = await call('PUT', `/api/models/${model.id}`, { version: '2.1', description: 'New' });
    expect(changed).toMatchObject({ status: 200, body: { ...model, version: '2.1', description: 'New' } });
    expect((await call('PUT', `/api/models/${model.id}`, changed.body)).body).toEqual(changed.body);
    expect((await call('PUT', `/api/models/${model.id}`, { name: null })).status).toBe(400);
    expect((await call('PUT', '/api/models/77777', { name: 'x' })).status).toBe(404);
  });

  it('models are listed oldest first in pages, and can be found by the beginning of a word in their name', async () => {
    const first = await create(BYTES, { name: 'Chiller hall' });
    const second = await create(BYTES, { name: 'Old chiller' });
    const found = await call('GET', '/api/models?search=CHILL');
    expect(found.body).toEqual([first, second]);
    const page = await call('GET', '/api/models?search=chill&limit=1&page=2');
    expect(page.body).toEqual([second]);
    expect(page.headers.get('x-total-count')).toBe('2');
    await call('PUT', `/api/models/${first.id}`, { name: 'Boiler hall' });
    expect((await call('GET', '/api/models?search=chill')).body).toEqual([second]);
  });

  describe('that are downloaded', () => {
    let path: string;
    let publicPath: string;

    beforeAll(async () => {
      const { id, file } = await create();
      path = `/api/models/${id}/file`;
      publicPath = file.url;
    });

    it.each([
      ['with a token', () => path],
      ['by their public address', () => publicPath],
    ])(
      'models that are downloaded %s have the uploaded bytes, and headers that prevent browsers from running the file as a page',
      async (_way, pathOf) => {
        const path = pathOf();
        expect((await get(path, { range: 'bytes=0-1' })).status).toBe(206);
        const { status, headers, bytes } = await get(path);
        expect(status).toBe(200);
        expect(bytes.equals(BYTES)).toBe(true);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'model/gltf-binary',
          'content-length': String(BYTES.length),
          'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent(NAME)}`),
          'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
          'x-content-type-options': 'nosniff',
          'accept-ranges': 'bytes',
          'cache-control': 'private, no-cache',
          etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
        });
      },
    );

    it.each([
      ['bytes=0-1', 0, 1],
      ['bytes=5000-', 5000, 9999],
      ['bytes=-10', 9990, 9999],
      ['bytes=9990-20000', 9990, 9999],
    ])('downloaded models are cut to the range %s', async (range, first, last) => {
      const { status, headers, bytes } = await get(path, { range });
      expect(status).toBe(206);
      expect(bytes.equals(BYTES.subarray(first, last + 1))).toBe(true);
      expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/10000`);
    });

    it.each(['bytes=0-1,5-6', 'bytes=x', 'pages=1-2', `bytes=${'0-0,9-9,'.repeat(500)}5-5`])(
      'downloaded models are complete if the range is %s',
      async (range) => {
        const { status, bytes } = await get(path, { range });
        expect({ status, length: bytes.length }).toEqual({ status: 200, length: BYTES.length });
      },
    );

    it.each(['bytes=10000-', 'bytes=-0', 'bytes=5-2'])(
      'downloads are refused with 416 for the range %s',
      async (range) => {
        const { status, headers, bytes } = await get(path, { range });
        expect({ status, range: headers.get('content-range') }).toEqual({
          status: 416,
          range: 'bytes */10000',
        });
        expect(JSON.parse(String(bytes))).toEqual({
          error: expect.any(String),
          code: 'range_not_satisfiable',
        });
      },
    );

    it('a model is not sent again to a client that has it, and is sent completely to a client that has a part of another file', async () => {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const known = await get(path, { 'if-none-match': etag, range: 'bytes=0-1' });
      expect({ status: known.status, length: known.bytes.length }).toEqual({ status: 304, length: 0 });
      expect(known.headers.get('content-security-policy')).toContain('sandbox');
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      expect((await get(path, { 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206);
      expect((await get(path, { 'if-range': '"other"', range: 'bytes=0-1' })).status).toBe(200);
    });

    it('models have a public address that works without a token, but public addresses are not listed', async () => {
      expect((await fetch(`${trial.api.address}${publicPath}`)).status).toBe(200);
      for (const path of [
        '/static/models/',
        '/static/models',
        '/static/',
        publicPath.replace('.glb', '.bin'),
        `/static/models/${'0'.repeat(32)}.glb`,
        '/static/models/..%2Fmodels%2Fx.bin',
      ]) {
        expect({ path, status: (await fetch(`${trial.api.address}${path}`)).status }).toEqual({
          path,
          status: 404,
        });
      }
    });

    it('the answer to HEAD for the file of a model has no content', async () => {
      const { status, headers, bytes } = await get(path, {}, 'HEAD');
      expect({ status, length: headers.get('content-length'), bytes: bytes.length }).toEqual({
        status: 200,
        length: '10000',
        bytes: 0,
      });
    });
  });

  it('models keep their objects when their file is replaced, and report the missing nodes', async () => {
    const model = await create();
    const objects = await manager().save(
      ['Pump', 'Valve', null].map((nodeName, index) =>
        manager().create(BuildingObjectEntity, {
          name: `Object ${index}`,
          modelId: model.id,
          code: `${model.id}-${index}`,
          description: null,
          nodeName,
        }),
      ),
    );
    const next = aGlb({ nodes: ['Pump', 'Fan'] });
    const lost = [{ kind: 'object', id: objects[1]?.id, name: 'Valve' }];

    const before = await trial.remains();
    expect(await replace(model.id, next, '?dryRun=true')).toEqual({ status: 200, body: { lost } });
    expect(await trial.remains()).toEqual(before);
    expect((await get(`/api/models/${model.id}/file`)).bytes.equals(BYTES)).toBe(true);

    expect(await replace(model.id, next)).toEqual({ status: 200, body: { lost } });
    expect((await get(`/api/models/${model.id}/file`)).bytes.equals(next)).toBe(true);
    expect((await fetch(`${trial.api.address}${model.file.url}`)).status).toBe(404);
    expect(await trial.remains()).toHaveLength(before.length);
    expect(await manager().countBy(BuildingObjectEntity, { modelId: model.id })).toBe(3);

    const unread = await replace(model.id, MODELS.obj);
    expect((unread.body as { lost: object[] }).lost).toHaveLength(2);
    expect((await replace(77_777, next)).status).toBe(404);
    expect((await replace(model.id, Buffer.from('no model'))).status).toBe(415);
    expect(await trial.remains()).toHaveLength(before.length);
  });

  it('models are deleted with their file and objects', async () => {
    const before = await trial.remains();
    const { id, file } = await create();
    await manager().insert(BuildingObjectEntity, { name: 'Pump', modelId: id, code: `pump-${id}` });
    expect(await call('DELETE', `/api/models/${id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect(await trial.remains()).toEqual(before);
    expect(await manager().countBy(BuildingObjectEntity, { modelId: id })).toBe(0);
    expect(await manager().count(FileRemovalEntity)).toBe(0);
    expect((await get(`/api/models/${id}/file`)).status).toBe(404);
    expect((await get(file.url)).status).toBe(404);
    expect((await call('DELETE', `/api/models/${id}`)).status).toBe(404);
  });

  it('models leave an audit entry for each change', async () => {
    const { id } = await create();
    await call('PUT', `/api/models/${id}`, { name: 'Renamed' });
    await replace(id, MODELS.stl);
    await call('DELETE', `/api/models/${id}`);
    const entries = (await trial.api.auditEntries()).filter(({ target }) => target === `model ${id}`);
    expect(entries.map(({ action }) => action)).toEqual([
      'model.created',
      'model.changed',
      'model.file_replaced',
      'model.removed',
    ]);
    expect(JSON.parse(entries[1]?.after ?? '')).toEqual({ name: 'Renamed' });
  });

  it('models cannot be created by operators', async () => {
    const operator = await trial.api.signInAs('operator');
    const before = await manager().count(ModelEntity);
    const form = {
      path: '/api/models',
      token: operator.token,
      fields: { name: 'x' },
      files: [{ bytes: BYTES }],
    };
    expect((await sendForm(trial.api, form)).status).toBe(403);
    expect(await manager().count(ModelEntity)).toBe(before);
  });
});
