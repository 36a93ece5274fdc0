import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { Passwords } from './passwords';
import { readConfiguration } from './read-configuration';
import { StoredConfiguration } from './stored-configuration';

const BOARD = { name: 'Board', protocol: 'modbus-tcp', host: 'board', devices: [] };
const BROKER = { name: 'Broker', protocol: 'mqtt', url: 'mqtt://broker', devices: [] };

const point = (suffix: string, address: number) => ({
  suffix,
  name: suffix,
  table: 'input',
  address,
  type: 'int16',
});

describe('StoredConfiguration', () => {
  let folder: string;
  let file: string;
  let configuration: StoredConfiguration;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stored-configuration-'));
    file = join(folder, 'bridge.json');
    writeFileSync(file, '{"connections":[]}');
    writeFileSync(join(folder, 'password'), 'secret');
    writeFileSync(join(folder, 'points.csv'), 'suffix,name,table,address\n');
    configuration = new StoredConfiguration(
      file,
      new Passwords(folder),
      () => Promise.resolve(),
      (connection) => Promise.resolve({ tried: connection.name }),
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Stores connections, and then tries to replace them. */
  async function replace(stored: object[], connections: object[]): Promise<void> {
    writeFileSync(file, JSON.stringify({ connections: stored }));
    await configuration.replace({ version: (await configuration.read()).version, connections });
  }
  const connectionsInFile = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as { connections: unknown }).connections;
  const password = (name = join(folder, 'password')) => ({ username: 'u', passwordFile: name });

  it('replaces the connections, and gives them another version', async () => {
    await replace([], [BOARD]);
    const first = await configuration.read();
    expect(first).toMatchObject({
      connections: [BOARD],
      templates: expect.arrayContaining(['eastron-sdm630']),
    });
    await configuration.replace({ version: first.version, connections: [] });
    expect(connectionsInFile()).toEqual([]);
    await expect(configuration.replace(first)).rejects.toMatchObject({ kind: 'conflict', code: 'changed' });
  });

  it('keeps files and the address of a password', async () => {
    const table = { ...BOARD, devices: [{ name: 'Meter', pointsFile: 'points.csv' }] };
    const broker = { ...BROKER, ...password() };
    const connections = [{ ...broker, keepAliveSeconds: 30 }, table];
    await replace([broker, table], connections);
    expect(connectionsInFile()).toEqual(connections);
  });

  it('replaces points by the points of a table or template that have the same suffix', async () => {
    const table = 'suffix;name;table;address;type\nB;B;input;2;int16\nC;C;input;3;int16';
    const template = JSON.stringify({ name: 'T', source: 'S', points: [point('D', 4)] });
    const device = (pointsTable: string, unit: number) => ({
      name: 'Meter',
      prefix: `${unit}.`,
      unit,
      pointsTable,
      points: [point('A', 1), point('B', 9)],
    });
    await replace([], [{ ...BOARD, devices: [device(table, 1), device(template, 2)] }]);
    const [{ devices }] = connectionsInFile() as [{ devices: { points: unknown[]; pointsTable?: string }[] }];
    expect(devices.map(({ points, pointsTable }) => [points, pointsTable])).toEqual([
      [[point('A', 1), point('B', 2), point('C', 3)], undefined],
      [[point('A', 1), point('B', 9), point('D', 4)], undefined],
    ]);
    await expect(replace([], [{ ...BOARD, devices: [device('{}', 1)] }])).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The table of points cannot be read: it is a JSON object without points.',
    });
  });

  it('describes the connections by a JSON Schema', async () => {
    const { schema } = await configuration.read();
    const isValid = new Ajv2020({ strictTypes: false }).compile(schema);
    const point = { suffix: 'P', name: 'P', table: 'input', address: 1, type: 'int16' };
    const board = { ...BOARD, devices: [{ name: 'Meter', points: [point] }] };
    expect(isValid([board, BROKER, { name: 'Plant', protocol: 'bacnet-ip', devices: [] }])).toBe(true);
    for (const wrong of [
      { ...board, port: 0 },
      { ...BROKER, url: undefined },
      { ...BOARD, devices: [{ name: 'Meter', points: [{ ...point, table: 'none' }] }] },
      { ...BOARD, protocol: 'mqtt' },
    ])
      expect(isValid([JSON.parse(JSON.stringify(wrong))])).toBe(false);
  });

  it('encrypts the passwords that people have written into the file, once', async () => {
    const broker = { ...BROKER, username: 'u', password: 'four green kettles' };
    writeFileSync(file, JSON.stringify({ connections: [BOARD, broker] }));
    configuration.encryptPasswords();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('kettles');
    expect(await readConfiguration(file, new Passwords(folder))).toMatchObject([BOARD, broker]);
    configuration.encryptPasswords();
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('stores and shows a password only encrypted, and keeps it for its address', async () => {
    const broker = { ...BROKER, username: 'u', password: 'four green kettles' };
    await replace([], [broker]);
    const shown = await configuration.read();
    expect(readFileSync(file, 'utf8')).not.toContain('kettles');
    expect(shown.connections).toEqual([{ ...broker, password: expect.stringMatching(/^encrypted:/) }]);
    expect(shown.connections).toEqual(connectionsInFile());
    await configuration.replace(shown);
    expect(connectionsInFile()).toEqual(shown.connections);
    expect(await readConfiguration(file, new Passwords(folder))).toMatchObject([broker]);
    const moved = shown.connections.map((each) => Object.assign({}, each, { url: 'mqtt://other' }));
    for (const attempt of [
      configuration.try(moved[0] ?? {}),
      configuration.replace({ ...shown, connections: moved }),
    ])
      await expect(attempt).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('never shows a plain password of the file', async () => {
    writeFileSync(file, JSON.stringify({ connections: [{ ...BROKER, username: 'u', password: 'kettles' }] }));
    expect(JSON.stringify(await configuration.read())).not.toContain('kettles');
  });

  it('tries a connection, which is checked like a stored one', async () => {
    await expect(configuration.try(BOARD)).resolves.toEqual({ tried: 'Board' });
    for (const wrong of [
      { ...BOARD, port: 0 },
      { ...BROKER, ...password() },
    ])
      await expect(configuration.try(wrong)).rejects.toMatchObject({ kind: 'invalid' });
    expect(connectionsInFile()).toEqual([]);
  });

  it('tries one connection at a time', async () => {
    const trials = await Promise.allSettled([configuration.try(BOARD), configuration.try(BOARD)]);
    expect(trials.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(configuration.try(BOARD)).resolves.toEqual({ tried: 'Board' });
  });

  it.each<[string, () => object[], string]>([
    ['a wrong connection', () => [{ ...BOARD, host: 5, port: 0 }], 'connections[0].host'],
    ['a device that is null', () => [{ ...BOARD, devices: [null] }], 'devices[0] must be'],
    ['null for a field', () => [{ ...BROKER, clientId: null }], 'connections[0].clientId'],
    [
      'the password as a table',
      () => [{ ...BOARD, devices: [{ pointsFile: join(folder, 'password') }] }],
      'password',
    ],
    ['what is no connection', () => [7 as never], 'connections[0]'],
    [
      'the password of another address',
      () => [{ ...BROKER, ...password(), url: 'mqtt://other' }],
      'mqtt://other',
    ],
    ['another password', () => [{ ...BROKER, ...password('/etc/shadow') }], '/etc/shadow'],
    [
      'another certificate',
      () => [{ ...BROKER, url: 'mqtts://broker', caFile: '/etc/shadow' }],
      '/etc/shadow',
    ],
    [
      'another table',
      () => [{ ...BOARD, devices: [{ name: 'M', pointsFile: '/etc/shadow' }] }],
      '/etc/shadow',
    ],
  ])('refuses %s, and keeps the file', async (_, connections, reason) => {
    const stored = [{ ...BROKER, ...password() }];
    await expect(replace(stored, connections())).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(reason),
    });
    expect(connectionsInFile()).toEqual(stored);
  });

  it('refuses a change that it cannot store', async () => {
    mkdirSync(`${file}.new`);
    await expect(replace([], [BOARD])).rejects.toMatchObject({ kind: 'conflict', code: 'not_usable' });
  });
});
