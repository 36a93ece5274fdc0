import { once } from 'node:events';
import {
  AuditService,
  ConfigurationService,
  GatewayHistoryService,
  type GatewayInput,
  GatewaysService,
} from '@app/domain';
import { GatewayReportsService } from '@app/domain/testing';
import { AuditEntryEntity, GatewayEntity, GatewayTokenEntity } from '@app/entities';
import { Gateways } from '@app/gateway-client';
import { Actor, currentRequest, FixedClock, runInRequest } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { ScriptedGateway } from '../factories/scripted-gateway';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';

const admin = Actor.user(1, 'admin', 'ada');
const NOON = '2026-05-01T12:00:00.000Z';
const value = (code: string, own: number) => ({ code, value: own, quality: 'good', timestamp: NOON });
const aPoint = (code: string) => ({ code, name: code, writable: true });

const aDevice = (name: string) => ({
  name,
  connection: 'Board',
  protocol: 'modbus-tcp',
  state: 'failing',
  reason: { code: 'no_answer', message: 'there is no answer' },
  codes: ['A'],
  goodPoints: 0,
  lastValueAt: '2026-05-01T14:00:00+02:00',
});

const asked = ({ body }: { body: Record<string, unknown> }) => body['codes'] as string[];

/** Answers each call with the numbers of the codes, so that answers of two gateways differ. */
function serving(gateway: ScriptedGateway, codes: Record<string, number>): void {
  gateway.on('GET /points', () => ({ body: Object.keys(codes).map(aPoint) }));
  gateway.on('POST /codes/values', (exchange) => ({
    body: asked(exchange).flatMap((code) => (code in codes ? value(code, codes[code] ?? 0) : [])),
  }));
  gateway.on('POST /codes/history', (exchange) => ({
    body: asked(exchange).map((code) => ({ code, values: [] })),
  }));
  gateway.on('POST /codes/set', () => ({ body: { success: true } }));
}

const codesSent = (gateway: ScriptedGateway, route: string) =>
  gateway.exchanges
    .filter((exchange) => exchange.route === route)
    .map(({ body }) => body['codes'] ?? body['code']);
const wrongField = (path: string) => ({ details: [expect.objectContaining({ path })] });

describe('several gateways', () => {
  const clock = new FixedClock(Date.parse(NOON));
  let database: TestDatabase;
  let configuration: ConfigurationService;
  let main: ScriptedGateway;
  let north: ScriptedGateway;
  let gateways: Gateways;
  let service: GatewaysService;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    const { dataSource } = database;
    const audit = new AuditService(dataSource, clock);
    configuration = new ConfigurationService(dataSource, testEnvironment(), clock, audit);
    await configuration.ensure();
  });
  beforeEach(async () => {
    for (const entity of [GatewayEntity, GatewayTokenEntity])
      await database.dataSource.manager.deleteAll(entity);
    main = await ScriptedGateway.start();
    north = await ScriptedGateway.start();
    serving(main, { A: 1, B: 2 });
    serving(north, { A: 10, 'B.C': 20 });
    gateways = newProcess();
    service = serviceOf(gateways);
  });
  afterEach(() => Promise.all([main.stop(), north.stop()]));
  afterAll(() => database.drop());

  function newProcess(): Gateways {
    const options = { url: main.url, ...main.credentials, callLimitMs: 5000 };
    return new Gateways(options, database.dataSource, clock);
  }
  function serviceOf(list: Gateways): GatewaysService {
    const { dataSource } = database;
    const reports = new GatewayReportsService({ subscribe: () => undefined } as never, list);
    return new GatewaysService(dataSource, list, reports, new AuditService(dataSource, clock));
  }
  const histories = () =>
    new GatewayHistoryService(gateways, configuration, testEnvironment({ LIMIT_GATEWAY_CALL_MS: 1000 }));
  const absent = (code: string) => ({
    code,
    value: null,
    quality: 'bad',
    timestamp: clock.now().toISOString(),
  });
  const tokenIdOf = async (prefix: string) =>
    (await database.dataSource.manager.findOneByOrFail(GatewayEntity, { prefix })).tokenId;
  const create = (overrides: Partial<GatewayInput> = {}) =>
    service.create(admin, {
      name: 'North',
      prefix: 'n.',
      url: north.url,
      ...north.credentials,
      ...overrides,
    });

  it('each code goes to the gateway with its prefix, and the answers keep the requested order', async () => {
    await create();
    const values = await gateways.values(['n.A', 'B', 'n.B.C', 'A', 'n.X']);
    expect(values.map(({ code, value: shown }) => [code, shown])).toEqual([
      ['n.A', 10],
      ['B', 2],
      ['n.B.C', 20],
      ['A', 1],
      ['n.X', null],
    ]);
    expect(codesSent(main, 'POST /codes/values')).toEqual([['B', 'A']]);
    expect(codesSent(north, 'POST /codes/values')).toEqual([['A', 'B.C', 'X']]);
    const range = { from: new Date(NOON), to: new Date(clock.nowMs() + 1) };
    expect(await gateways.history({ codes: ['n.A', 'A'], ...range })).toEqual([
      { code: 'n.A', values: [] },
      { code: 'A', values: [] },
    ]);
    await gateways.set('n.A', 5);
    expect(codesSent(north, 'POST /codes/set')).toEqual(['A']);
  });

  it('points, alarms and configurations of a gateway have codes with its prefix', async () => {
    const alarm = { id: 7, code: 'A', level: 'major', message: 'Hot', raisedAt: NOON, clearedAt: null };
    north.on('POST /alarms', () => ({ body: { items: [alarm], total: 1 } }));
    north.on('POST /alarm-configs', ({ body }) => ({ body: { config: body['config'] } }));
    await create();
    const [, added] = await gateways.list();
    expect((await added?.client.points())?.map(({ code }) => code)).toEqual(['n.A', 'n.B.C']);
    const range = { from: new Date(NOON), to: new Date(NOON), page: 1, limit: 5 };
    expect((await added?.client.alarms(range))?.items).toMatchObject([{ id: '7', code: 'n.A' }]);
    const config = { code: 'n.A', high: 40 };
    expect(await added?.client.alarmConfigs({ action: 'create', config })).toEqual({ config });
    expect(north.exchanges.at(-1)?.body).toEqual({ action: 'create', config: { code: 'A', high: 40 } });
    const foreign = added?.client.alarmConfigs({ action: 'create', config: { code: 'A' } });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  });

  it('devices of a gateway are listed in pages, and their codes have its prefix', async () => {
    north.on('GET /devices', () => ({ body: ['1', '2', '3'].map(aDevice) }));
    const { id } = await create();
    const first = await service.devices(id, { limit: 2 });
    expect(first).toMatchObject({ total: 3, items: [{ name: '1' }, { name: '2' }] });
    const rest = await service.devices(id, { limit: 2, after: first.next });
    expect(rest.items).toEqual([{ ...aDevice('3'), codes: ['n.A'], lastValueAt: NOON }]);
    expect(rest.next).toBeUndefined();
    await expect(service.devices(1, { limit: 2 })).rejects.toMatchObject({ code: 'devices_unsupported' });
    await service.change(admin, id, { enabled: false });
    await expect(service.devices(id, { limit: 2 })).rejects.toMatchObject({ code: 'gateway_disabled' });
  });

  it('the configuration of a gateway is replaced, and the names of changed connections are recorded', async () => {
    const [board, plant] = [{ name: 'Board' }, { name: 'Plant', port: 1 }];
    const stored = { version: '1', connections: [board, plant], templates: [], schema: null };
    north.on('GET /configuration', () => ({ body: stored }));
    north.on('PUT /configuration', ({ body }) => ({ body: { ...stored, ...body, version: '2' } }));
    const { id } = await create();
    expect(await service.configuration(id)).toEqual(stored);
    const connections = [{ name: 'Roof' }, { ...plant, port: 2 }];
    expect(await service.configure(admin, id, { version: '1', connections })).toMatchObject({ version: '2' });
    expect(north.exchanges.at(-1)?.body).toEqual({ version: '1', connections });

    north.on('PUT /configuration', () => ({ status: 400, body: { error: 'Roof needs a host.' } }));
    await expect(service.configure(admin, id, stored)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'configuration_refused',
      message: 'Roof needs a host.',
    });
    await expect(service.configuration(1)).rejects.toMatchObject({ code: 'configuration_unsupported' });
    north.on('PUT /configuration', () => ({ status: 500, body: {} }));
    const unknown = { version: '1', connections: [plant] };
    await expect(service.configure(admin, id, unknown)).rejects.toMatchObject({ kind: 'upstream_failed' });
    const entries = await database.dataSource.manager.findBy(AuditEntryEntity, { target: `gateway ${id}` });
    expect(entries.filter(({ action }) => action === 'gateway.configured')).toEqual([
      expect.objectContaining({ after: '{"added":["Roof"],"changed":["Plant"],"removed":["Board"]}' }),
      // Without an answer, the change may have been made.
      expect.objectContaining({ after: '{"added":[],"changed":[],"removed":["Board"]}' }),
    ]);
  });

  it('a change of connections is recorded although nobody waits for it any more, and none begins then', async () => {
    const stored = { version: '1', connections: [], templates: [], schema: null };
    north.on('GET /configuration', () => ({ body: stored }));
    const { id } = await create();
    const change = { version: '1', connections: [{ name: 'Roof' }] };
    await runInRequest('request', async () => {
      const request = currentRequest();
      north.on('PUT /configuration', () => {
        if (request) request.abandoned = true;
        return { body: { ...stored, version: '2' } };
      });
      await service.configure(admin, id, change);
      await expect(service.configure(admin, id, change)).rejects.toMatchObject({ kind: 'unavailable' });
    });
    expect(north.exchanges.filter(({ route }) => route === 'PUT /configuration')).toHaveLength(1);
    const { manager } = database.dataSource;
    const where = { target: `gateway ${id}`, action: 'gateway.configured' };
    expect(await manager.countBy(AuditEntryEntity, where)).toBe(1);
  });

  it('a connection is tried by the gateway, whose refusal is passed on', async () => {
    const tried = { name: 'Board', reason: null, values: [value('A', 1)] };
    const trial = { devices: [tried], found: [{ instance: 8 }], skipped: ['device 9: there is no answer'] };
    north.on('POST /configuration/trial', () => ({ body: trial }));
    const { id } = await create();
    const input = { connection: { name: 'Plant' }, search: true };
    expect(await service.tryConnection(id, input)).toEqual(trial);
    expect(north.exchanges.at(-1)?.body).toEqual(input);
    north.on('POST /configuration/trial', () => ({ status: 409, body: { error: 'Try again later.' } }));
    await expect(service.tryConnection(id, input)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'configuration_refused',
      message: 'Try again later.',
    });
  });

  it('values and alarms that a gateway pushes get its prefix', async () => {
    const pushed = [
      `event: value\ndata: ${JSON.stringify(value('A', 11))}\n\n`,
      `event: alarm\ndata: ${JSON.stringify({ id: 'x', code: 'A', level: 'major', message: 'Hot', state: 'raised', timestamp: NOON })}\n\n`,
    ];
    north.on('GET /stream', () => (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(pushed.join(''));
    });
    await create();
    const [, added] = await gateways.list();
    const seen: unknown[] = [];
    const stop = new AbortController();
    const handlers = { onValue: (one: unknown) => seen.push(one), onAlarm: (one: unknown) => seen.push(one) };
    const following = added?.client.stream(handlers, stop.signal);
    await waitFor(() => seen.length === 2, { what: 'both events' });
    stop.abort();
    await following;
    expect(seen).toMatchObject([
      { code: 'n.A', value: 11 },
      { id: 'x', code: 'n.A' },
    ]);
  });

  it('each gateway has its own token pair', async () => {
    await create();
    await gateways.values(['A', 'n.A']);
    const pairs = await database.dataSource.manager.find(GatewayTokenEntity, { order: { id: 'ASC' } });
    expect(pairs.map((pair) => pair.id)).toEqual([1, await tokenIdOf('n.')]);
    expect(new Set(pairs.map(({ accessToken }) => accessToken)).size).toBe(2);
  });

  it('a gateway that fails is not called for a while, and the others are', async () => {
    for (const route of ['POST /codes/values', 'POST /codes/history'])
      north.overrides.set(route, () => ({ status: 500 }));
    const { id } = await create();
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(gateways.values(['n.A'])).rejects.toMatchObject({ code: 'gateway_failed' });
    }
    await expect(gateways.values(['n.A', 'A'])).rejects.toMatchObject({ code: 'gateway_unavailable' });
    expect(await gateways.values(['A'])).toMatchObject([{ value: 1 }]);
    expect((await service.find(id)).state.breaker).toBe('open');
    expect(gateways.main.state().breaker).toBe('closed');

    // After a second, the circuit breaker lets a call test the gateway.
    const failure = { code: expect.stringMatching(/^gateway_(failed|unavailable)$/) as string };
    const mixed = ['n.A', 'A', 'n.X'];
    expect(await gateways.availableValues(mixed)).toEqual([absent('n.A'), value('A', 1), absent('n.X')]);
    expect(await gateways.availableValues([])).toEqual([]);
    await expect(gateways.availableValues(['n.A'])).rejects.toMatchObject(failure);
    const range = { from: NOON, to: '2026-05-01T13:00:00.000Z' };
    for (const interval of [undefined, '1h'] as const)
      expect(await histories().history({ codes: ['n.A', 'A'], ...range, interval })).toEqual([
        { code: 'n.A', values: [], unavailable: true },
        { code: 'A', values: [] },
      ]);
    await expect(histories().history({ codes: ['n.A'], ...range })).rejects.toMatchObject(failure);
    main.overrides.set('POST /codes/values', () => ({ status: 500 }));
    await expect(gateways.availableValues(mixed)).rejects.toMatchObject(failure);
  });

  it('a gateway that hangs or is switched off does not delay the values and histories of the others', async () => {
    for (const route of ['POST /codes/values', 'POST /codes/history'])
      north.overrides.set(route, () => 'hang');
    const { id } = await create();
    const values = [absent('n.A'), value('A', 1)];
    // The time limit of the call is 5 s.
    const startedMs = performance.now();
    expect(await gateways.availableValues(['n.A', 'A'])).toEqual(values);
    expect(performance.now() - startedMs).toBeLessThan(4000);
    const range = { from: NOON, to: '2026-05-01T13:00:00.000Z' };
    const alone = histories().history({ codes: ['n.A'], ...range });
    const others = histories().history({ codes: ['n.A', 'A'], ...range });
    expect(await Promise.race([others, alone.catch(() => 'the hanging call ended first')])).toEqual([
      { code: 'n.A', values: [], unavailable: true },
      { code: 'A', values: [] },
    ]);
    await service.change(admin, id, { enabled: false });
    expect(await gateways.availableValues(['n.A', 'A'])).toEqual(values);
  });

  it('other processes notice changes within a second, and use the list that they know if the database fails', async () => {
    const other = newProcess();
    expect(await other.values(['n.A'])).toMatchObject([{ value: null }]);
    const { id } = await create();
    expect(await other.list()).toHaveLength(1);
    clock.advance(1000);
    expect(await other.values(['n.A'])).toMatchObject([{ value: 10 }]);
    const [, known] = await other.list();
    await service.change(admin, id, { name: 'North wing' });
    clock.advance(1000);
    const [, renamed] = await other.list();
    expect(renamed).toBe(known);
    expect(known?.settings.name).toBe('North wing');
    jest.spyOn(database.dataSource.manager, 'find').mockRejectedValueOnce(new Error('The database is away.'));
    clock.advance(1000);
    expect(await other.list()).toHaveLength(2);
  });

  it('a gateway that is switched off is not called', async () => {
    const { id } = await create();
    await service.change(admin, id, { enabled: false });
    await expect(gateways.set('n.A', 1)).rejects.toMatchObject({ code: 'gateway_disabled' });
    await expect(gateways.values(['n.A'])).rejects.toMatchObject({ code: 'gateway_disabled' });
    expect(await gateways.enabled()).toHaveLength(1);
    expect(north.exchanges).toEqual([]);
    await service.change(admin, id, { enabled: true });
    expect(await gateways.values(['n.A'])).toMatchObject([{ value: 10 }]);
  });

  it('new credentials replace the client and its tokens, and a new address needs the password', async () => {
    const { id } = await create();
    await gateways.values(['n.A']);
    const [, before] = await gateways.list();
    const moved = { url: `${north.url}/moved` };
    await expect(service.change(admin, id, moved)).rejects.toMatchObject({
      details: [expect.objectContaining({ path: 'password', code: 'password_for_address' })],
    });
    await expect(service.change(admin, id, { ...moved, password: '********' })).rejects.toThrow(
      'password must be sent with a new address',
    );
    const tokenId = await tokenIdOf('n.');
    await service.change(admin, id, { username: 'other', password: '********' });
    expect(await database.dataSource.manager.countBy(GatewayTokenEntity, { id: tokenId })).toBe(0);
    expect(await tokenIdOf('n.')).not.toBe(tokenId);
    expect((await gateways.list())[1]).not.toBe(before);
    await expect(gateways.values(['n.A'])).rejects.toMatchObject({ code: 'gateway_credentials_refused' });
  });

  it.each([
    ['begins with the prefix of another gateway', 'n.x'],
    ['begins the prefix of another gateway', 'n'],
    ['is the prefix of another gateway', 'n.'],
    ['begins codes of the gateway of the environment', 'A'],
  ])('a prefix that %s is refused', async (_what, prefix) => {
    await create();
    await expect(create({ prefix })).rejects.toMatchObject({ code: 'gateway_prefix_taken' });
  });

  it('of two gateways with overlapping prefixes that are created at the same moment, one is stored', async () => {
    // Opens two connections to the database, because one that is opened later would come too late.
    await Promise.all([1, 2].map(() => database.dataSource.query('SELECT 1')));
    const results = await Promise.allSettled(['n.', 'n.a.'].map((prefix) => create({ prefix })));
    const reasons = results.map((result) =>
      result.status === 'rejected' ? (result.reason as object) : null,
    );
    expect(reasons).toContainEqual(expect.objectContaining({ code: 'gateway_prefix_taken' }));
    expect(await database.dataSource.manager.countBy(GatewayEntity, { removed: false })).toBe(1);
  });

  it('the gateway of the environment is the first of the list, and cannot be changed or deleted', async () => {
    const { id } = await create();
    const { items, total } = await service.list({ limit: 1 });
    expect(items).toMatchObject([{ id: 1, prefix: '', url: main.url, password: '********' }]);
    expect(total).toBe(2);
    const { next } = await service.list({ limit: 1 });
    expect((await service.list({ limit: 1, after: next })).items).toMatchObject([{ id, prefix: 'n.' }]);
    for (const change of [service.change(admin, 1, { name: 'x' }), service.remove(admin, 1)])
      await expect(change).rejects.toMatchObject({ code: 'gateway_of_environment' });
  });

  it('a deleted gateway leaves no credentials behind, its codes are not sent to another one, and it can come back', async () => {
    const { id } = await create();
    await gateways.values(['n.A']);
    await service.remove(admin, id);
    expect(await database.dataSource.manager.find(GatewayTokenEntity)).toMatchObject([{ id: 1 }]);
    expect(await database.dataSource.manager.find(GatewayEntity)).toMatchObject([
      { username: '', password: '' },
    ]);
    await expect(service.find(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.change(admin, id, { enabled: true })).rejects.toMatchObject({ code: 'not_found' });
    await expect(gateways.values(['n.A'])).rejects.toMatchObject({ code: 'gateway_disabled' });
    expect(await gateways.list()).toHaveLength(1);

    expect(await create({ name: 'North again' })).toMatchObject({ id, name: 'North again' });
    expect(await gateways.values(['n.A'])).toMatchObject([{ value: 10 }]);
    const entries = await database.dataSource.manager.findBy(AuditEntryEntity, { target: `gateway ${id}` });
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'gateway.created',
      'gateway.created',
      'gateway.removed',
    ]);
    expect(JSON.stringify(entries)).not.toContain(north.credentials.password);
  });

  it('neither a masked password nor an address that cannot be called is stored', async () => {
    await expect(create({ password: '********' })).rejects.toMatchObject(wrongField('password'));
    await expect(create({ url: 'http://gw.0x1' })).rejects.toMatchObject(wrongField('url'));
    expect(await gateways.list()).toHaveLength(1);
  });

  it('an old list does not replace a newer one, and a slow database delays no call for long', async () => {
    await gateways.list();
    const { manager } = database.dataSource;
    const slow = new AbortController();
    const old = once(slow.signal, 'abort').then(() => []);
    jest.spyOn(manager, 'find').mockReturnValueOnce(old);
    clock.advance(1000);
    expect(await gateways.values(['A'])).toMatchObject([{ value: 1 }]);
    await create();
    slow.abort();
    await old;
    expect(await gateways.values(['n.A'])).toMatchObject([{ value: 10 }]);
  });
});
