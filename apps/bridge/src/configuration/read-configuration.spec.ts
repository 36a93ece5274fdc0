import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Passwords } from './passwords';
import { readConfiguration, readTemplate } from './read-configuration';

const POINT = { suffix: 'P', name: 'Power', unit: 'kW', table: 'input', address: 52, type: 'float32' };

const withDevice = (device: object, connection: object = {}) => ({
  connections: [
    {
      name: 'Board',
      protocol: 'modbus-tcp',
      host: '10.0.0.5',
      devices: [{ name: 'Meter', ...device }],
      ...connection,
    },
  ],
});
const TOPIC = { suffix: 'T', name: 'Temperature', unit: '°C', topic: 'room/t' };
const withBroker = (point: object, connection: object = {}) =>
  withDevice(
    { prefix: 'R.', points: [{ ...TOPIC, ...point }] },
    { protocol: 'mqtt', host: undefined, url: 'mqtt://broker', ...connection },
  );
const withObject = (point: object, device: object = {}) =>
  withDevice(
    {
      prefix: 'A.',
      instance: 7,
      ...device,
      points: [{ suffix: 'F', name: 'Fan', object: 'binary-output:1', ...point }],
    },
    { protocol: 'bacnet-ip', host: undefined },
  );
const withPoint = (changes: object) => withDevice({ prefix: 'A.', points: [{ ...POINT, ...changes }] });

describe('readConfiguration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-configuration-'));
  const file = join(folder, 'bridge.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readConfiguration(file, new Passwords(folder));
  };

  const readTable = (table: string | Buffer, device: object, connection: object = {}) => {
    writeFileSync(join(folder, 'points.csv'), table);
    return read(withDevice({ pointsFile: 'points.csv', prefix: 'A.', ...device }, connection));
  };

  it('fills in defaults, and forms codes from prefix and suffix', async () => {
    const [connection] = await read(withPoint({}));
    expect(connection).toMatchObject({ port: 502, pollSeconds: 15, timeoutMs: 2000, enabled: true });
    expect(connection?.devices[0]).toMatchObject({
      unit: 1,
      points: [{ code: 'A.P', length: 2, order: 'ABCD', scale: 1, writable: false }],
    });
  });

  it('takes the points of a template, and more of its own', async () => {
    const [connection] = await read(
      withDevice({ prefix: 'MAIN.', template: 'eastron-sdm630', points: [POINT] }),
    );
    const codes = connection?.devices[0]?.points.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['MAIN.POWER', 'MAIN.ENERGY.IMPORT', 'MAIN.P']));
  });

  it('reads the password of a broker from its file', async () => {
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, 'a password\n');
    const [connection] = await read(withBroker({ type: 'bool' }, { username: 'bridge', passwordFile }));
    expect(connection).toMatchObject({ password: 'a password', timeoutMs: 5000 });
    expect(connection?.devices[0]?.points).toMatchObject([{ code: 'R.T', dataType: 'boolean', on: 'ON' }]);
  });

  it('reads objects of BACnet, whose type decides between number and switch', async () => {
    const [connection] = await read(withObject({ writable: true }));
    expect(connection).toMatchObject({ pollSeconds: 15, broadcast: '255.255.255.255', port: 47_808 });
    expect(connection?.devices[0]).toMatchObject({
      subscribe: true,
      points: [{ code: 'A.F', dataType: 'boolean', objectId: { type: 4, instance: 1 } }],
    });
  });

  describe('takes points from a table', () => {
    const bacnet = { protocol: 'bacnet-ip', host: undefined };

    it.each([',', ';', '\t'])('whose columns are the fields, separated by %j', async (separator) => {
      const rows = [
        ['suffix', 'name', 'unit', 'table', 'address', 'type', 'scale', 'writable'],
        ['P', 'Leistung ä', 'kW', 'holding', '52', 'float32', '0.001', 'true'],
        ['Q', '"A, B;\tC"', '', 'input', '54', 'int16', '', ''],
      ];
      const text = rows.map((row) => row.join(separator)).join('\r\n');
      const [connection] = await readTable(text, {
        points: [POINT].map((point) => ({ ...point, suffix: 'R' })),
      });
      expect(connection?.devices[0]?.points).toMatchObject([
        { code: 'A.P', name: 'Leistung ä', address: 52, scale: 0.001, writable: true, length: 2 },
        { code: 'A.Q', name: 'A, B;\tC', scale: 1, writable: false },
        { code: 'A.R' },
      ]);
    });

    it('that is an EDE list of BACnet, from which it takes the objects of the device', async () => {
      const ede = [
        '#Proposal_Engineering-Data-Exchange - B.I.G.-EU',
        'PROJECT_NAME;Büro',
        '# keyname;device obj.-instance;object-name;object-type;object-instance;description;present-value-default;min-present-value;max-present-value;settable;supports COV;hi-limit;low-limit;state-text-reference;unit-code;vendor-specific-addres',
        'K1;7;B AHU/Zuluft;0;1;Zuluft "Nord";;;;Y;Y;;;;62;',
        'K2;7;Klappe;1;4;;;0;99,5;Y;Y;;;;98;',
        'K3;7;Zeitplan;17;1;;;;;N;N;;;;;',
        'K4;8;Other;0;1;;;;;N;N;;;;62;',
      ].join('\n');
      for (const bytes of [
        Buffer.from(ede, 'latin1'),
        Buffer.from(`\uFEFF${ede}`, 'utf16le'),
        Buffer.from(ede),
      ]) {
        const [connection] = await readTable(bytes, { instance: 7 }, bacnet);
        const { points = [] } = connection?.devices[0] ?? {};
        expect(points).toMatchObject([
          {
            code: 'A.B_AHU/Zuluft',
            name: 'Zuluft "Nord"',
            unit: '°C',
            object: 'analog-input:1',
            writable: false,
          },
          {
            code: 'A.Klappe',
            name: 'Klappe',
            unit: '%',
            object: 'analog-output:4',
            writable: true,
            min: 0,
            max: 99.5,
          },
        ]);
        expect(points).toHaveLength(2);
      }
    });

    it('of a BACnet device, with its trend logs', async () => {
      const table = 'suffix,name,object,trendLog\nT,Supply,analog-input:1,3\n,,,\n';
      const [connection] = await readTable(table, { instance: 7 }, bacnet);
      expect(connection?.devices[0]?.points).toMatchObject([{ code: 'A.T', trendLog: 3 }]);
    });

    it.each([
      ['wrong number', 'suffix,name,address\nP,Power,x', 'points[0].address must be'],
      ['column without a name', 'suffix,name,address\nP,Power,1,2', 'points[0].column 4 '],
      ['unknown column', 'suffix,name,adress\nP,Power,1', 'points[0].adress '],
    ])('and refuses a %s', async (_, table, message) => {
      await expect(readTable(table, {})).rejects.toThrow(message);
    });

    it('and names a file that is missing', async () => {
      await expect(read(withDevice({ pointsFile: 'none.csv' }))).rejects.toThrow(
        `${join(folder, 'none.csv')}: ENOENT`,
      );
    });
  });

  it.each<[problem: string, content: unknown, message: string]>([
    ['no JSON', '{', 'bridge.json: '],
    ['a list', '[]', 'is not a JSON object'],
    ['no connections', {}, 'connections must be a list'],
    ['an unknown field', withPoint({ adress: 1 }), 'connections[0].devices[0].points[0].adress '],
    ['an unknown type', withPoint({ type: 'float' }), 'points[0].type must be one of'],
    ['an unknown protocol', withDevice({}, { protocol: 'opc' }), 'connections[0].protocol must be one of'],
    ['an unknown template', withDevice({ template: 'nothing' }), 'nothing.json'],
    [
      'a coil with a number',
      withPoint({ table: 'coil' }),
      'A.P is in the table coil, so its type must be bool',
    ],
    ['a flag without a bit', withPoint({ type: 'bool' }), 'A.P needs a bit'],
    ['a number with a bit', withPoint({ bit: 3 }), 'A.P needs a bit if its type is bool or if it has'],
    ['bits of a float', withPoint({ type: 'float32', bit: 3, bits: 2 }), 'A.P has bits, so its type must be'],
    ['bits beyond the register', withPoint({ bit: 12, bits: 5 }), 'A.P ends after the last bit'],
    ['a short absent value', withPoint({ absent: '8000' }), 'A.P needs 8 digits in absent'],
    ['a register beyond the last', withPoint({ address: 65_535 }), 'A.P ends after the address 65535'],
    ['a writable input', withPoint({ writable: true }), 'A.P is in the table input, which cannot be written'],
    ['a field of another protocol', withBroker({ address: 1 }), 'points[0].address '],
    ['a topic with a wildcard', withBroker({ topic: 'room/+' }), 'topic must be of the form'],
    ['a writable topic without commands', withBroker({ writable: true }), 'R.T needs a commandTopic'],
    ['a password in the URL', withBroker({}, { url: 'mqtt://a:b@broker' }), 'url must be of the form'],
    ['a password without a name', withBroker({}, { passwordFile: __filename }), 'Board needs a username'],
    ['a useless certificate', withBroker({}, { caFile: __filename }), 'Board needs mqtts://'],
    ['a port that does not exist', withBroker({}, { url: 'mqtt://b:99999' }), 'Board needs a port'],
    ['a time without JSON', withBroker({ timePath: 't' }), 'R.T needs a path'],
    ['a lost password', withBroker({}, { passwordFile: '/no/such/file' }), '/no/such/file: ENOENT'],
    [
      'an incomplete path',
      withDevice({ path: 'Site', points: [] }, { protocol: 'sparkplug', host: undefined, url: 'mqtt://b' }),
      'path must be of the form',
    ],
    ['labels of texts', withPoint({ labels: { off: 'Off' } }), 'A.P needs labels for numbers'],
    ['a label that is no text', withPoint({ labels: { 0: 7 } }), 'A.P needs labels of 1 to 100'],
    ['labels with limits', withPoint({ labels: { 0: 'Off' }, max: 1 }), 'A.P has labels, which take'],
    ['one label twice', withPoint({ labels: { 0: 'Off', 1: 'Off' } }), 'A.P has a label for several'],
    ['labels of a switch', withPoint({ type: 'bool', bit: 1, labels: { 0: 'Off' } }), 'A.P has labels, so'],
    ['a mean of labels', withPoint({ labels: { 0: 'Off' }, fold: 'mean' }), 'A.P has labels, so its fold'],
    ['a length of a number', withPoint({ length: 9 }), 'A.P has a length, which only a string has'],
    ['a text in swapped registers', withPoint({ type: 'string', order: 'CDAB' }), 'so its order must be'],
    ['an unknown object', withObject({ object: 'fan:1' }), 'points[0].object must be of the form'],
    [
      'an instance beyond the last',
      withObject({ object: 'loop:4194303' }),
      'A.F needs an instance up to 4194302',
    ],
    [
      'a writable sensor',
      withObject({ object: 'binary-input:1', writable: true }),
      'A.F is binary-input:1, which',
    ],
    ['a device without an instance', withObject({}, { instance: undefined }), 'devices[0].instance '],
    ['a host name of a device', withObject({}, { address: 'ahu.local' }), 'address must be of the form'],
    ['an address that is none', withObject({}, { address: '10.0.0.256' }), 'address must be of the form'],
    ['a port that is none', withObject({}, { address: '10.0.0.2:65536' }), 'address must be of the form'],
    [
      'forced values with the priority of the others',
      withDevice({ instance: 7, points: [] }, { protocol: 'bacnet-ip', host: undefined, forcePriority: 16 }),
      'Board needs a forcePriority below its priority 16',
    ],
    [
      'two networks with one port',
      {
        connections: ['Plant', 'Annex'].map((name) => ({ name, protocol: 'bacnet-ip', devices: [] })),
      },
      'Annex needs another port than Plant',
    ],
    ['a code twice', withDevice({ points: [POINT, POINT] }), 'P is the code of several points'],
  ])('refuses %s', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('lists every problem', async () => {
    const points = [
      { ...POINT, writable: true, absent: '00' },
      { ...POINT, suffix: 'Q', type: 'bool' },
    ];
    await expect(read(withDevice({ points: [{ ...points[0], absent: '0000' }, points[1]] }))).rejects.toThrow(
      /P needs 8 digits.*\n.*P is in the table input.*\n.*Q needs a bit/,
    );
  });
});

describe('readTemplate', () => {
  const names = readdirSync(join(__dirname, '..', 'templates')).map((file) => basename(file, '.json'));

  it.each(names)('reads the template %s, whose meter counts energy and measures power', async (name) => {
    const { source, points } = await readTemplate(name);
    expect(source).not.toBe('');
    expect(points.map(({ unit }) => unit)).toEqual(expect.arrayContaining(['kWh', 'kW']));
    expect(new Set(points.map(({ suffix }) => suffix)).size).toBe(points.length);
  });
});
