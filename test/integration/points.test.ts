import { PointValueEntity } from '@app/entities';
import { aModel } from '../factories/a-model';
import { type CallOptions, RunningApi } from '../factories/running-api';

interface Created {
  id: number;
}

describe('points', () => {
  let api: RunningApi;
  let token: string;
  let objectId: number;
  let codes = 0;

  beforeAll(async () => {
    api = await RunningApi.start();
    ({ token } = await api.signInAs('engineer'));
  });
  beforeEach(async () => {
    objectId = await anObject();
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, { token, ...options });
  const newCode = () => `F1.TEMP-${++codes}`;
  const anObject = async () => {
    const { id: modelId } = await aModel(api.database.dataSource);
    const { body } = await call('POST', '/objects', {
      body: { name: 'An object', modelId, code: newCode() },
    });
    return (body as Created).id;
  };
  const create = async (body: object = {}) => {
    const input = { name: 'Temperature', code: newCode(), objectId, ...body };
    const answer = await call('POST', '/points', { body: input });
    return { ...answer, id: (answer.body as Created).id, input };
  };

  it('points are created and returned without a value', async () => {
    const { status, body, id, input } = await create({ unit: '°C', dataType: 'number' });
    expect({ status, body }).toEqual({ status: 201, body: { id, ...input } });
    const last = { value: null, quality: null, timestamp: null };
    const found = { id, ...input, ...last, writable: null, writtenBy: [] };
    expect((await call('GET', `/points/${id}`)).body).toEqual(found);
  });

  it.each([
    [21.5, 0, 'good'],
    ['open', 1, 'uncertain'],
    [null, 2, 'bad'],
  ])('points show their last value %j with its quality and time', async (value, quality, word) => {
    const { id, input } = await create();
    await api.database.dataSource.manager.save(PointValueEntity, {
      code: input.code,
      value,
      quality,
      measuredAt: new Date('2026-03-29T08:15:00.123Z'),
    });
    expect((await call('GET', `/points/${id}`)).body).toMatchObject({
      value,
      quality: word,
      timestamp: '2026-03-29T08:15:00.123Z',
    });
  });

  it('points keep the fields that the body omits, and can be sent back as they were read', async () => {
    const { id, input } = await create({ unit: '°C' });
    const other = await anObject();
    const changed = await call('PUT', `/points/${id}`, { body: { unit: null, objectId: other } });
    expect(changed.body).toEqual({ id, ...input, objectId: other, unit: null, dataType: null });
    const read = (await call('GET', `/points/${id}`)).body as object;
    expect((await call('PUT', `/points/${id}`, { body: read })).status).toBe(200);
    expect((await call('GET', `/points/${id}`)).body).toEqual(read);
  });

  it('points are not found after their deletion', async () => {
    const { id } = await create();
    expect((await call('DELETE', `/points/${id}`)).body).toEqual({ success: true });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? {} : undefined;
      expect(await call(method, `/points/${id}`, { body })).toMatchObject({ status: 404 });
    }
  });

  it('points have unique codes, even with concurrent calls', async () => {
    const { input } = await create();
    const refused = { status: 409, body: { code: 'code_taken', error: expect.stringContaining(input.code) } };
    expect(await create({ code: input.code })).toMatchObject(refused);
    const other = await create();
    expect(await call('PUT', `/points/${other.id}`, { body: { code: input.code } })).toMatchObject(refused);
    const code = newCode();
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ code })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it('points can be listed by object, by codes, by their unit, and by words in their names and codes', async () => {
    const humidity = await create({ name: 'Relative humidity', unit: '%' });
    const valve = await create({ code: `V7.POSITION_${newCode()}` });
    const found = async (query: string) => {
      const { body } = await call('GET', `/points?objectId=${objectId}&${query}`);
      return (body as Created[]).map(({ id }) => id);
    };
    expect(await found('')).toEqual([humidity.id, valve.id]);
    expect(await found('search=HUMI')).toEqual([humidity.id]);
    expect(await found('search=position_f1')).toEqual([valve.id]);
    expect(await found('search=osition')).toEqual([]);
    expect(await found('search=%25')).toEqual([humidity.id]);
    const indoor = await create({ unit: '°C' });
    expect(await found('search=%C2%B0C')).toEqual([indoor.id]);
    expect(await found('search=%C2%B0c')).toEqual([]);
    const pump = await create({ code: `V_PUMP_${newCode()}`, unit: 'V' });
    expect(await found('search=V')).toEqual([valve.id, pump.id]);
    expect(await found(`codes=${pump.input.code}&search=V`)).toEqual([pump.id]);
    expect(await found('search=%20')).toEqual([]);
    for (const { id } of [indoor, pump]) await call('DELETE', `/points/${id}`);
    const lamp = await create({ code: `A,${newCode()}` });
    const one = `codes=${valve.input.code}`;
    expect(await found(`${one}&codes=${lamp.input.code}&codes=NO.POINT`)).toEqual([valve.id, lamp.id]);
    expect(await found(one)).toEqual([valve.id]);
    expect(await found(one.toLowerCase())).toEqual([]);
    expect(await found(`${one}&search=position`)).toEqual([valve.id]);
    expect(await found(`${one}&search=relative`)).toEqual([]);
    await call('DELETE', `/points/${valve.id}`);
    expect(await found('search=position')).toEqual([]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ code: 'x '.repeat(2) }, 'code'],
    [{ objectId: 77_777 }, 'objectId'],
    [{ objectId: '1' }, 'objectId'],
    [{ unit: 'x'.repeat(65) }, 'unit'],
    [{ dataType: 7 }, 'dataType'],
  ])('points are refused with %j', async (fault, path) => {
    const refused = { status: 400, body: { code: 'validation_failed', details: [{ path }] } };
    const { id } = await create();
    expect(await create(fault)).toMatchObject(refused);
    expect(await call('PUT', `/points/${id}`, { body: fault })).toMatchObject(refused);
  });

  it('points leave an audit entry for each change', async () => {
    const { id } = await create();
    await call('PUT', `/points/${id}`, { body: { unit: 'K' } });
    await call('DELETE', `/points/${id}`);
    const entries = (await api.auditEntries()).filter(({ target }) => target === `point ${id}`);
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['point.created', expect.stringContaining('"name":"Temperature"')],
      ['point.changed', '{"unit":"K"}'],
      ['point.removed', null],
    ]);
  });
});
