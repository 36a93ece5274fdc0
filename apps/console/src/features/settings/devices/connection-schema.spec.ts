import { fieldsByProtocol, problemOf, refusedFields } from './connection-schema';

const NAME = { type: 'string', minLength: 1, maxLength: 200 };
const PROTOCOL = { type: 'string', enum: ['modbus-tcp', 'modbus-rtu-over-tcp', 'mqtt'] };
const DEVICES = { type: 'array', items: { type: 'object' } };
const PORT = { type: 'integer', minimum: 1, maximum: 65_535, default: 502 };
const SCHEMA = {
  items: {
    oneOf: [
      { properties: { protocol: { const: 'modbus-tcp' } }, $ref: '#/$defs/Modbus' },
      { properties: { protocol: { const: 'modbus-rtu-over-tcp' } }, $ref: '#/$defs/Modbus' },
      { properties: { protocol: { const: 'mqtt' } }, $ref: '#/$defs/Mqtt' },
    ],
  },
  $defs: {
    Modbus: {
      properties: { port: PORT, host: NAME, devices: DEVICES, name: NAME, protocol: PROTOCOL },
      required: ['host', 'devices', 'name', 'protocol'],
    },
    Mqtt: {
      properties: {
        devices: DEVICES,
        name: NAME,
        protocol: PROTOCOL,
        enabled: { type: 'boolean', default: true },
        password: { type: 'string', maxLength: 10 },
        passwordFile: { type: 'string' },
        url: { type: 'string', pattern: '^mqtts?:\\/\\/[^\\s/@]+\\/?$' },
      },
      required: ['devices', 'name', 'protocol', 'url'],
    },
  },
};

describe('fieldsByProtocol', () => {
  const fields = fieldsByProtocol(SCHEMA);

  it('lists the name first, then the other required fields, and no lists and no files', () => {
    const names = [...fields].map(([protocol, each]) => [protocol, each.map(({ name }) => name)]);
    expect(names).toEqual([
      ['modbus-tcp', ['name', 'host', 'port']],
      ['modbus-rtu-over-tcp', ['name', 'host', 'port']],
      ['mqtt', ['name', 'url', 'enabled', 'password']],
    ]);
    expect(fields.get('mqtt')?.map(({ isRequired }) => isRequired)).toEqual([true, true, false, false]);
  });

  it.each([[null], [{}], [{ items: {} }]])('finds no protocols in the schema %j', (schema) => {
    expect(fieldsByProtocol(schema).size).toBe(0);
  });
});

describe('problemOf', () => {
  it.each<[string, boolean, unknown, string | undefined]>([
    ['an integer', false, 502, undefined],
    ['an integer', false, 0, 'too_low'],
    ['an integer', false, 65_536, 'too_high'],
    ['an integer', false, 1.5, 'not_whole'],
    ['an integer', false, '502', 'not_number'],
    ['a name', true, 'Board', undefined],
    ['a name', true, undefined, 'required'],
    ['a name', false, undefined, undefined],
    ['a name', false, '  ', 'required'],
    ['a name', true, 'x'.repeat(201), 'too_long'],
    ['a name', true, 5, 'not_text'],
    ['an address', true, 'mqtts://broker.example', undefined],
    ['an address', true, 'broker.example', 'wrong_form'],
    ['a switch', false, false, undefined],
    ['a switch', false, 'no', 'not_boolean'],
    ['a choice', true, 'mqtt', undefined],
    ['a choice', true, 'knx', 'not_choice'],
  ])('%s, required %j, with the value %j: %s', (kind, isRequired, value, code) => {
    const schemas = {
      'an integer': PORT,
      'a name': NAME,
      'an address': SCHEMA.$defs.Mqtt.properties.url,
      'a switch': SCHEMA.$defs.Mqtt.properties.enabled,
      'a choice': PROTOCOL,
    };
    const schema = schemas[kind as keyof typeof schemas];
    expect(problemOf({ name: 'field', schema, isRequired }, value)?.code).toBe(code);
  });
});

describe('refusedFields', () => {
  const TEXT =
    'The gateway says: connections[0].host must be a text; connections[1].port must be at least 1; ' +
    'connections[1].devices[0].name must be a text; Board needs another port than Plant.';

  it('finds the problems of the own fields of one connection', () => {
    expect(refusedFields(TEXT, 1)).toEqual({ port: 'must be at least 1' });
  });

  it('finds nothing in other texts', () => {
    expect(refusedFields('The configuration was changed meanwhile: read it again.', 0)).toEqual({});
  });
});
