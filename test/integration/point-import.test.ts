import { BuildingObjectEntity, PointEntity } from '@app/entities';
import { TEXT_EXAMPLES } from '../../apps/api/src/reference/examples/text-examples';
import { aModel } from '../factories/a-model';
import { RawConnection } from '../factories/raw-request';
import { type CallOptions, RunningApi } from '../factories/running-api';
import { type Exchange, ScriptedGateway } from '../factories/scripted-gateway';

const PAGE_SIZE = 200;

interface Report {
  imported: number;
  failed: number;
  errors: { index: number; code: string; message: string }[];
}

const offer = (code: string) => ({
  code,
  name: `Point ${code}`,
  unit: 'kW',
  dataType: 'number',
  writable: false,
  group: null,
  min: null,
  max: null,
  step: null,
});

const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    // One word each, because the search terms of each point are stored.
    name: `Zone${from + index}`,
    code: `FCU${from + index}`,
    unit: '°C',
    dataType: 'number',
  }));

describe('the import of points', () => {
  let gateway: ScriptedGateway;
  let offered: object[];
  let api: RunningApi;
  let token: string;
  let modelId: number;
  let objectId: number;
  let batches = 0;

  beforeAll(async () => {
    gateway = await ScriptedGateway.start();
    gateway.on('GET /points', ({ query }: Exchange) => {
      const page = Number(query.get('page'));
      const body = offered.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      return { body, headers: { 'X-Total-Count': String(offered.length) } };
    });
    api = await RunningApi.start({
      GATEWAY_URL: gateway.url,
      GATEWAY_USERNAME: gateway.credentials.username,
      GATEWAY_PASSWORD: gateway.credentials.password,
      // A long time limit, because a machine that runs many tests at once is several times slower.
      LIMIT_REQUEST_MS: 60_000,
    });
    ({ token } = await api.signInAs('engineer'));
    offered = ['B', 'A', 'C'].map((code) => offer(code));
    // Read the gateway's list now. It is cached, so it is the same in all tests.
    await call('GET', '/points/available');
  });
  beforeEach(async () => {
    batches++;
    await api.database.dataSource.manager.deleteAll(PointEntity);
    modelId = (await aModel(api.database.dataSource)).id;
    objectId = await anObject(`OBJECT-${batches}`);
  });
  afterAll(async () => {
    await api.stop();
    await gateway.stop();
  });

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, { token, ...options });
  const anObject = async (code: string) => {
    const { body } = await call('POST', '/objects', { body: { name: code, modelId, code } });
    return (body as { id: number }).id;
  };
  const send = (body: object) => call('POST', '/points/import', { body });
  const sendCsv = (text: string, query = `?objectId=${objectId}`) =>
    call('POST', `/points/import${query}`, { body: text, headers: { 'content-type': 'text/csv' } });
  const sendTo = (model: number, points: unknown) =>
    call('POST', `/models/${model}/import-points`, { body: { points } });
  const stored = async () => {
    const points = await api.database.dataSource.manager.find(PointEntity, { order: { id: 'ASC' } });
    return points.map(({ name, code, objectId: of, unit, dataType }) => ({
      name,
      code,
      objectId: of,
      unit,
      dataType,
    }));
  };
  it('the import creates each point in the object that its row names, or in the default object if the row names none', async () => {
    const other = await anObject(`OTHER-${batches}`);
    const points = [
      { name: 'One', code: 'P1', unit: 'kW' },
      { name: 'Two', code: 'P2', objectId: other },
      { name: 'Three', code: 'P3', objectCode: `OTHER-${batches}`, dataType: 'boolean' },
    ];
    const answer = await send({ points, objectId });
    expect(answer).toMatchObject({ status: 200, body: { imported: 3, failed: 0, errors: [] } });
    expect(await stored()).toEqual([
      { name: 'One', code: 'P1', objectId, unit: 'kW', dataType: null },
      { name: 'Two', code: 'P2', objectId: other, unit: null, dataType: null },
      { name: 'Three', code: 'P3', objectId: other, unit: null, dataType: 'boolean' },
    ]);
    const found = await call('GET', `/points?search=three`);
    expect(found.body).toMatchObject([{ code: 'P3' }]);
  });

  it.each<[string, () => string]>([
    ['/api/points/import', () => '/points/import'],
    ['/api/models/{id}/import-points', () => `/models/${modelId}/import-points`],
  ])('the CSV example of %s in the reference can be imported', async (path, address) => {
    if (path === '/api/points/import') await anObject('AHU1');
    const headers = { 'content-type': 'text/csv' };
    const answer = await call('POST', address(), { body: TEXT_EXAMPLES[path]?.['text/csv'], headers });
    expect(answer).toMatchObject({ status: 200, body: { imported: 1, failed: 0 } });
    expect(await stored()).toMatchObject([{ code: 'AHU1.SUPPLY.TEMP', unit: '°C' }]);
    await api.database.dataSource.manager.deleteAll(PointEntity);
    await api.database.dataSource.manager.delete(BuildingObjectEntity, { code: 'AHU1' });
  });

  it('the import reports the rows with errors, and imports the other rows', async () => {
    await send({ points: [{ name: 'There', code: 'THERE' }], objectId });
    const points = [
      { name: 'Good', code: 'GOOD' },
      { name: 'Again', code: 'GOOD' },
      { name: 'There', code: 'THERE' },
      { name: '', code: 'X1' },
      { name: 'No code' },
      { name: 'Elsewhere', code: 'X2', objectId: 77_777 },
      { name: 'Elsewhere', code: 'X3', objectCode: 'NOWHERE' },
      { name: 'Both', code: 'X4', objectId, objectCode: 'NOWHERE' },
      'text',
      null,
      { name: 'Last', code: 'LAST', objectId: 'x' },
    ];
    const { status, body } = await send({ points, objectId });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      imported: 1,
      failed: 10,
      errors: [
        {
          index: 1,
          code: 'duplicate_code',
          message: "The code 'GOOD' is already in the row with the index 0.",
        },
        { index: 2, code: 'code_taken', message: "The code 'THERE' is taken by another point." },
        {
          index: 3,
          code: 'invalid_fields',
          message: 'name must not be empty.',
          details: [{ path: 'name', message: 'must not be empty' }],
        },
        {
          index: 4,
          code: 'invalid_fields',
          message: expect.stringContaining('code'),
          details: [{ path: 'code', message: expect.any(String) }],
        },
        { index: 5, code: 'unknown_object', message: 'The object 77777 does not exist.' },
        {
          index: 6,
          code: 'unknown_object',
          message: "The object 'NOWHERE' does not exist.",
        },
        {
          index: 7,
          code: 'object_code_differs',
          message: `The object ${objectId} does not have the code 'NOWHERE'.`,
        },
        { index: 8, code: 'malformed', message: 'The point must be an object.' },
        { index: 9, code: 'malformed', message: 'The point must be an object.' },
        {
          index: 10,
          code: 'invalid_fields',
          message: expect.stringContaining('objectId'),
          details: [{ path: 'objectId', message: expect.any(String) }],
        },
      ],
    });
    expect((await stored()).map(({ code }) => code)).toEqual(['THERE', 'GOOD']);
  });

  it.each([
    ['an object', () => '/points/import'],
    ['a model', () => `/models/${modelId}/import-points`],
  ])('the import from %s accepts an empty list', async (_, pathOf) => {
    expect(await call('POST', pathOf(), { body: { points: [] } })).toMatchObject({
      status: 200,
      body: { imported: 0, failed: 0, errors: [] },
    });
  });

  it.each([
    ['an object', () => '/points/import'],
    ['a model', () => `/models/${modelId}/import-points`],
  ])('the import from %s does not let a property of a row affect other rows', async (_, pathOf) => {
    const rows = [
      ['P0', '"constructor":1'],
      ['P1', '"constructor":{"prototype":{"code":"X"}}'],
      ['P2', '"__proto__":{"code":"X","objectId":77777}'],
      ['P3', '"unit":{"constructor":1}'],
      ['P4', '"more":{"constructor":1}'],
      ['P5', '"more":{"__proto__":{"unit":"kW"}}'],
      ['P6', '"unknown":1'],
    ].map(([code, property]) => `{"name":"${code}","code":"${code}","objectId":${objectId},${property}}`);
    const answer = await call('POST', pathOf(), { body: `{"points":[${rows.join()}]}` });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        imported: 6,
        errors: [
          {
            index: 3,
            message: 'The body must not have a property named "constructor". Rename the property.',
          },
        ],
      },
    });
    const expected = ['P0', 'P1', 'P2', 'P4', 'P5', 'P6'].map((code) => {
      return { name: code, code, objectId, unit: null, dataType: null };
    });
    expect(await stored()).toEqual(expected);
  });

  it('the import requires an object for each point', async () => {
    const { body } = await send({ points: [{ name: 'One', code: 'P1' }] });
    expect(body).toMatchObject({ imported: 0, failed: 1, errors: [{ index: 0, code: 'object_missing' }] });
  });

  it.each([
    [{}, 'points'],
    [{ points: [], source: 'gateway' }, 'points'],
    [{ points: {} }, 'points'],
    [{ points: [], objectId: 77_777 }, 'objectId'],
    [{ source: 'gateway' }, 'objectId'],
    [{ source: 'elsewhere', objectId: 1 }, 'source'],
    [{ points: Array.from({ length: 10_001 }, () => 1) }, 'points'],
  ])('the import refuses %j', async (body, path) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: [{ path }] },
    });
  });

  it('one call can import 10,000 points', async () => {
    const { status, body } = await send({ points: many(0, 10_000), objectId });
    expect({ status, body }).toEqual({ status: 200, body: { imported: 10_000, failed: 0, errors: [] } });
    expect(await api.database.dataSource.manager.countBy(PointEntity, { objectId })).toBe(10_000);
    const { body: removed } = await call('DELETE', `/objects/${objectId}`);
    expect(removed).toEqual({ success: true });
  }, 120_000);

  it('the import creates each point only once if several calls import the same points at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send({ points: many(0, 300), objectId })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const reports = answers.map(({ body }) => body as Report);
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(300);
    for (const { imported, failed } of reports) expect(imported + failed).toBe(300);
    expect(await stored()).toHaveLength(300);
  });

  it('the import leaves one audit entry', async () => {
    await send({ points: [{ name: 'One', code: 'P1' }, {}], objectId });
    const entry = (await api.auditEntries()).at(-1);
    expect(entry?.action).toBe('points.imported');
    expect(JSON.parse(entry?.after ?? '')).toEqual({ imported: 1, failed: 1, objectId, createdObjects: [] });
  });

  describe('from CSV', () => {
    it.each([
      ['commas', 'name,code,unit\nOne,P1,kW\n"Two, ""quoted""",P2,\n'],
      [
        'semicolons',
        '\uFEFFCode;Name;Unit\r\nP1;One;kW\r\nP2;Two, "quoted";\r\n'.replace(
          'Two, "quoted"',
          '"Two, ""quoted"""',
        ),
      ],
      ['tabs', 'code\tname\tother\tUNIT\n\nP1\tOne\tx\tkW\nP2\t"Two, ""quoted"""\n'],
    ])('the import from CSV reads rows that are separated by %s', async (_what, text) => {
      expect((await sendCsv(text)).body).toEqual({ imported: 2, failed: 0, errors: [] });
      expect(await stored()).toEqual([
        { name: 'One', code: 'P1', objectId, unit: 'kW', dataType: null },
        { name: 'Two, "quoted"', code: 'P2', objectId, unit: null, dataType: null },
      ]);
    });

    it('the import from CSV reads the object of each row', async () => {
      const text = `name,code,objectId,objectCode\nOne,P1,${objectId},\nTwo,P2,,OBJECT-${batches}\nThree,P3,x,\n`;
      expect((await sendCsv(text, '')).body).toMatchObject({
        imported: 2,
        failed: 1,
        errors: [{ index: 2 }],
      });
    });

    it('the import from CSV reports the rows with errors', async () => {
      const text = 'name,code\nOne,P1\nTwo\nThree,P3,too many\nFour,P1\nFive,P5\n';
      const { body } = await sendCsv(text);
      expect(body).toMatchObject({ imported: 2, failed: 3 });
      expect((body as Report).errors.map(({ index }) => index)).toEqual([1, 2, 3]);
    });

    it.each([
      ['', 'malformed_csv'],
      ['name,unit\nOne,kW\n', 'malformed_csv'],
      ['name,code\n"One,P1\n', 'malformed_csv'],
      ['name,code\n"One"x,P1\n', 'malformed_csv'],
      ['name,code\nO\0ne,P1\n', 'malformed_csv'],
      [`name,code\n${'One,P1\n'.repeat(10_001)}`, 'too_many_points'],
    ])('the import from CSV imports no row of %j', async (text, code) => {
      expect(await sendCsv(text)).toMatchObject({ status: 400, body: { code } });
      expect(await stored()).toEqual([]);
    });

    it('the import from CSV imports nothing if the body is cut off after a complete row', async () => {
      const text = 'name,code\nOne,P1\n';
      const path = `/api/points/import?objectId=${objectId}`;
      for (const [missing, points] of [
        [10, 0],
        [0, 1],
      ] as const) {
        const connection = await RawConnection.open(api.address);
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'text/csv',
          'content-length': String(text.length + missing),
          connection: 'close',
        };
        await connection.send({ method: 'POST', path, headers, body: text });
        if (missing > 0) connection.socket.end();
        await connection.answer();
        expect(await stored()).toHaveLength(points);
      }
    });

    it.each([
      ['several points', () => '/points/import'],
      ['a model', () => `/models/${modelId}/import-points`],
    ])('the import for %s refuses bodies of other media types, and no body', async (_, path) => {
      const headers = { 'content-type': 'application/csv' };
      expect(await call('POST', path(), { body: 'name,code', headers })).toMatchObject({
        status: 415,
        body: { error: 'The body must be application/json or text/csv.', code: 'unsupported_type' },
      });
      expect(await call('POST', path())).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    });
  });

  describe('for a model', () => {
    it('the import for a model creates each missing object once, and only for imported points', async () => {
      const known = `OBJECT-${batches}`;
      const points = [
        { name: 'One', code: 'P1', objectCode: `NEW-${batches}` },
        { name: 'Two', code: 'P2', objectCode: `NEW-${batches}` },
        { name: 'Three', code: 'P3', objectCode: known },
        { name: 'Four', code: 'P3', objectCode: `UNUSED-${batches}` },
        { name: '', code: 'P5', objectCode: `UNUSED-${batches}` },
      ];
      expect((await sendTo(modelId, points)).body).toMatchObject({ imported: 3, failed: 2 });
      const objects = await api.database.dataSource.manager.findBy(BuildingObjectEntity, { modelId });
      expect(objects.map(({ name, code }) => [name, code])).toEqual([
        [known, known],
        [`NEW-${batches}`, `NEW-${batches}`],
      ]);
      const found = await call('GET', `/objects?modelId=${modelId}&search=new`);
      expect(found.body).toMatchObject([{ code: `NEW-${batches}` }]);
    });

    it('the import for a model reads CSV', async () => {
      const text = `name;code;objectCode\nOne;P1;NEW-${batches}\nTwo;P2;\nThree;P3;OBJECT-${batches};x\n`;
      const headers = { 'content-type': 'text/csv' };
      const { body } = await call('POST', `/models/${modelId}/import-points`, { body: text, headers });
      expect(body).toMatchObject({
        imported: 1,
        failed: 2,
        errors: [
          { index: 1, code: 'object_missing' },
          { index: 2, code: 'malformed' },
        ],
      });
      expect(await stored()).toMatchObject([{ name: 'One', code: 'P1' }]);
    });

    it('the import for a model refuses objects of another model', async () => {
      const other = (await aModel(api.database.dataSource)).id;
      const points = [
        { name: 'One', code: 'P1', objectId },
        { name: 'Two', code: 'P2', objectCode: `OBJECT-${batches}` },
        { name: 'Three', code: 'P3' },
      ];
      const { body } = await sendTo(other, points);
      expect(body).toMatchObject({ imported: 0, failed: 3 });
      expect((body as Report).errors.map(({ code }) => code)).toEqual([
        'object_of_other_model',
        'object_of_other_model',
        'object_missing',
      ]);
    });

    it('the import is refused for an unknown model', async () => {
      const points = [{ name: 'One', code: 'P1', objectCode: 'X' }];
      expect((await sendTo(77_777, points)).status).toBe(404);
    });
  });

  describe('from the gateway', () => {
    it('the import from the gateway creates all new points', async () => {
      await send({ points: [{ name: 'Mine', code: 'B' }], objectId });
      const answer = await send({ source: 'gateway', objectId });
      expect(answer).toMatchObject({ status: 200, body: { imported: 2, failed: 0 } });
      expect(await stored()).toMatchObject([
        { code: 'B', name: 'Mine' },
        { code: 'A', name: 'Point A', objectId, unit: 'kW', dataType: 'number' },
        { code: 'C', name: 'Point C' },
      ]);
      expect((await call('GET', '/points?codes=A')).body).toMatchObject([{ code: 'A', writable: false }]);
    });

    it('the import from the gateway creates only the given codes, and reports codes that the gateway does not have', async () => {
      const { body } = await send({ source: 'gateway', objectId, codes: ['C', 'D', 'A'] });
      expect(body).toMatchObject({
        imported: 2,
        failed: 1,
        errors: [
          { index: 1, code: 'not_at_gateway', message: "The gateway has no point with the code 'D'." },
        ],
      });
    });

    it('the import lists the points of the gateway by code, with the ids of existing points', async () => {
      await send({ source: 'gateway', objectId, codes: ['B'] });
      const { body, headers } = await call('GET', '/points/available?limit=2');
      expect(body).toEqual([
        { ...offer('A'), pointId: null },
        { ...offer('B'), pointId: expect.any(Number) },
      ]);
      expect(headers.get('x-total-count')).toBe('3');
      const second = await call('GET', '/points/available?limit=2&page=2');
      expect(second.body).toMatchObject([{ code: 'C' }]);
      const found = await call('GET', '/points/available?search=POINT%20c');
      expect(found.body).toMatchObject([{ code: 'C' }]);
    });
  });

  it('the import answers 502 and imports nothing if the gateway fails', async () => {
    const lonely = await api.another({ GATEWAY_URL: 'http://127.0.0.1:1' });
    try {
      const body = { source: 'gateway', objectId };
      for (const answer of [
        await lonely.call('POST', '/api/points/import', { token, body }),
        await lonely.call('GET', '/api/points/available', { token }),
      ]) {
        expect(answer.status).toBe(502);
      }
      expect(await stored()).toEqual([]);
    } finally {
      await lonely.stopProcess();
    }
  });
});
