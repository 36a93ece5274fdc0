import { PointEntity } from '@app/entities';
import { aModel } from '../factories/a-model';
import { type CallOptions, RunningApi } from '../factories/running-api';

interface Created {
  id: number;
}

describe('objects', () => {
  let api: RunningApi;
  let token: string;
  let modelId: number;
  let codes = 0;

  beforeAll(async () => {
    api = await RunningApi.start();
    ({ token } = await api.signInAs('engineer'));
  });
  beforeEach(async () => {
    modelId = (await aModel(api.database.dataSource)).id;
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, { token, ...options });
  const newCode = () => `AHU-${++codes}`;
  const create = async (body: object = {}) => {
    const input = { name: 'Air handling unit', modelId, code: newCode(), ...body };
    const answer = await call('POST', '/objects', { body: input });
    return { ...answer, id: (answer.body as Created).id, input };
  };
  const addPoint = async (objectId: number, code: string) => {
    const { body } = await call('POST', '/points', { body: { name: 'A point', code, objectId } });
    return body as Created;
  };

  it('objects are created, and returned with their points', async () => {
    const { status, body, id, input } = await create({ description: 'On the roof.', nodeName: 'AHU_01' });
    expect({ status, body }).toEqual({ status: 201, body: { id, ...input } });
    const point = await addPoint(id, `${input.code}.TEMP`);
    expect((await call('GET', `/objects/${id}`)).body).toEqual({ id, ...input, points: [point] });
  });

  it('objects have neither a description nor a node by default', async () => {
    expect((await create()).body).toMatchObject({ description: null, nodeName: null });
  });

  it('objects keep the fields that the body omits, and can be sent back as they were read', async () => {
    const { id, input } = await create({ description: 'On the roof.' });
    const changed = await call('PUT', `/objects/${id}`, { body: { nodeName: 'AHU_01' } });
    expect(changed.body).toEqual({ id, ...input, nodeName: 'AHU_01' });
    const read = (await call('GET', `/objects/${id}`)).body as object;
    const again = await call('PUT', `/objects/${id}`, { body: read });
    expect(again.status).toBe(200);
    expect((await call('GET', `/objects/${id}`)).body).toEqual(read);
  });

  it('objects are deleted with their points', async () => {
    const { id, input } = await create();
    const point = await addPoint(id, `${input.code}.TEMP`);
    expect((await call('DELETE', `/objects/${id}`)).body).toEqual({ success: true });
    const { manager } = api.database.dataSource;
    expect(await manager.existsBy(PointEntity, { objectId: id })).toBe(false);
    for (const answer of [
      await call('GET', `/points/${point.id}`),
      await call('GET', `/objects/${id}`),
      await call('PUT', `/objects/${id}`, { body: {} }),
      await call('DELETE', `/objects/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('objects are deleted with their model', async () => {
    const { id } = await create();
    await api.database.dataSource.query(`DELETE FROM model WHERE id = ${modelId}`);
    expect((await call('GET', `/objects/${id}`)).status).toBe(404);
  });

  it('objects have unique, case-sensitive codes, even with concurrent calls', async () => {
    const { id, input } = await create();
    expect(await create({ code: input.code })).toMatchObject({ status: 409, body: { code: 'code_taken' } });
    const other = await create({ code: input.code.toLowerCase() });
    expect(other.status).toBe(201);
    const moved = await call('PUT', `/objects/${other.id}`, { body: { code: input.code } });
    expect(moved).toMatchObject({ status: 409, body: { code: 'code_taken' } });
    const code = newCode();
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ code })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect((await call('PUT', `/objects/${id}`, { body: { code: input.code } })).status).toBe(200);
  });

  it('objects can be listed by model, and be found by words in their names and codes', async () => {
    const [chiller, pump] = [
      await create({ name: 'Chiller East' }),
      await create({ code: `P1/pump_${newCode()}` }),
    ];
    const elsewhere = await create({ modelId: (await aModel(api.database.dataSource)).id });
    const found = async (query: string) => {
      const { body, headers } = await call('GET', `/objects?modelId=${modelId}&${query}`);
      const ids = (body as Created[]).map(({ id }) => id);
      expect(headers.get('x-total-count')).toBe(String(ids.length));
      return ids;
    };
    expect(await found('')).toEqual([chiller.id, pump.id]);
    expect(await found('search=EAST')).toEqual([chiller.id]);
    expect(await found('search=pump')).toEqual([pump.id]);
    expect(await found('search=_pump')).toEqual([pump.id]);
    expect(await found('search=ump')).toEqual([]);
    expect(await found('search=%25')).toEqual([]);
    await call('PUT', `/objects/${chiller.id}`, { body: { name: 'Chiller West' } });
    expect(await found('search=east')).toEqual([]);
    expect(await found('search=chiller%20w')).toEqual([chiller.id]);
    const page = await call('GET', `/objects?modelId=${modelId}&limit=1&page=2`);
    expect((page.body as Created[]).map(({ id }) => id)).toEqual([pump.id]);
    expect(elsewhere.id).toBeGreaterThan(pump.id);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ code: '' }, 'code'],
    [{ code: ' AHU' }, 'code'],
    [{ code: 'AHU\n1' }, 'code'],
    [{ code: '\ud800' }, 'code'],
    [{ code: 'x'.repeat(256) }, 'code'],
    [{ modelId: 77_777 }, 'modelId'],
    [{ modelId: null }, 'modelId'],
    [{ description: 'x'.repeat(2001) }, 'description'],
    [{ nodeName: '' }, 'nodeName'],
  ])('objects are refused with %j', async (fault, path) => {
    const refused = { status: 400, body: { code: 'validation_failed', details: [{ path }] } };
    const { id } = await create();
    expect(await create(fault)).toMatchObject(refused);
    expect(await call('PUT', `/objects/${id}`, { body: fault })).toMatchObject(refused);
  });

  it('objects leave an audit entry for each change', async () => {
    const { id, input } = await create();
    await call('PUT', `/objects/${id}`, { body: { name: 'Renamed' } });
    await addPoint(id, `${input.code}.TEMP`);
    await call('DELETE', `/objects/${id}`);
    const entries = (await api.auditEntries()).filter(({ target }) => target === `object ${id}`);
    expect(
      entries.map(({ action, before, after }) => [
        action,
        JSON.parse(before ?? 'null'),
        JSON.parse(after ?? 'null'),
      ]),
    ).toEqual([
      ['object.created', null, expect.objectContaining({ id, ...input })],
      ['object.changed', { name: 'Air handling unit' }, { name: 'Renamed' }],
      ['object.removed', expect.objectContaining({ id, name: 'Renamed', pointCount: 1 }), null],
    ]);
  });
});
