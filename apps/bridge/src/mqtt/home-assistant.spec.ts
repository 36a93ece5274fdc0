import { announcedPoints } from './home-assistant';

const announce = (topic: string, fields: object) => announcedPoints(topic, JSON.stringify(fields))[0];

describe('announcedPoints', () => {
  it('reads a sensor with short names, a base topic and an availability', () => {
    const fields = {
      '~': 'boiler/1',
      name: 'Flow',
      stat_t: '~/state',
      val_tpl: "{{ value_json.flow['outer loop'][0] }}",
      unit_of_meas: '°C',
      avty_t: '~/lwt',
      pl_avail: 'up',
      pl_not_avail: 'down',
      dev: { name: 'Boiler', ids: ['b1'] },
    };
    expect(announce('homeassistant/sensor/boiler/flow/config', fields)).toEqual({
      device: 'Boiler',
      availability: [{ topic: 'boiler/1/lwt', online: 'up', offline: 'down' }],
      point: {
        suffix: 'boiler.flow',
        name: 'Flow',
        unit: '°C',
        type: 'number',
        topic: 'boiler/1/state',
        path: 'flow.outer loop.0',
      },
    });
  });

  it('reads a number and a switch that can be written', () => {
    const level = {
      state_topic: 's',
      command_topic: 'c',
      command_template: '{"v": {{ value }} }',
      min: 1,
      max: 9,
    };
    expect(announce('homeassistant/number/level/config', level)).toMatchObject({
      point: {
        type: 'number',
        writable: true,
        commandTopic: 'c',
        command: '{"v": {value} }',
        min: 1,
        max: 9,
      },
    });
    const pump = {
      state_topic: 's',
      command_topic: 'c',
      payload_on: 1,
      payload_off: false,
      availability: [{ topic: 'lwt' }],
      device: { identifiers: 'p1' },
    };
    expect(announce('homeassistant/switch/pump/config', pump)).toEqual({
      device: 'p1',
      availability: [{ topic: 'lwt' }],
      point: {
        suffix: 'pump',
        name: 'p1 pump',
        type: 'bool',
        topic: 's',
        on: '1',
        off: 'false',
        writable: true,
        commandTopic: 'c',
      },
    });
  });

  it.each<[template: string, path: string | undefined, scale: number | undefined]>([
    ['{{ value }}', undefined, undefined],
    ['{{ value | float / 10 }}', undefined, 0.1],
    ["{{ value_json['power (L1)'] | is_defined }}", 'power (L1)', undefined],
    ['{{- value_json.energy|float(0) -}}', 'energy', undefined],
    ["{{ (value_json.a.b | int(default=0)) | default('') }}", 'a.b', undefined],
    ['{{ (value_json.power[2] * 0.001) | round(3) }}', 'power.2', 0.001],
    ['{{ ((value_json.flow|float) / 3.6) | round(2, "ceil") }}', 'flow', 1 / 3.6],
  ])('reads the template %s', (template, path, scale) => {
    const topic = 'homeassistant/sensor/a/config';
    expect(announce(topic, { stat_t: 's', val_tpl: template })).toMatchObject({
      point: { ...(path && { path }), ...(scale && { scale }) },
    });
  });

  it('reads a device with several components', () => {
    const fields = {
      dev: { name: 'Meter' },
      o: { name: 'bridge' },
      '~': 'meter/7',
      avty: [
        { t: 'bridge/state', val_tpl: '{{ value_json.state }}' },
        { t: '~/state', val_tpl: '{{ value_json.on }}', pl_avail: 'True', pl_not_avail: false },
        { t: '~/error', val_tpl: '{{ value_json.code == 0 }}' },
      ],
      cmd_t: '~/set',
      state_topic: '~/values',
      cmps: {
        'active power': { p: 'sensor', name: 'Power', val_tpl: '{{ value_json.p }}' },
        relay: { platform: 'switch', stat_t: '~/relay', cmd_t: '~/relay/set' },
        screen: { p: 'image', url_topic: 'x' },
        removed: { p: 'sensor' },
      },
    };
    const availability = [
      { topic: 'bridge/state', path: 'state' },
      { topic: 'meter/7/state', path: 'on', online: 'true', offline: 'false' },
    ];
    expect(announcedPoints('homeassistant/device/m7/config', JSON.stringify(fields))).toEqual([
      {
        device: 'Meter',
        availability,
        point: {
          suffix: 'm7.active_power',
          name: 'Power',
          type: 'number',
          topic: 'meter/7/values',
          path: 'p',
        },
      },
      {
        device: 'Meter',
        availability,
        point: {
          suffix: 'm7.relay',
          name: 'Meter relay',
          type: 'bool',
          topic: 'meter/7/relay',
          writable: true,
          commandTopic: 'meter/7/relay/set',
        },
      },
      'screen: it is a image',
    ]);
  });

  it.each<[component: string, fields: object, reason: string]>([
    ['climate', {}, 'it is a climate'],
    ['sensor', {}, 'it has no state_topic'],
    ['sensor', { stat_t: 's', val_tpl: '{{ value + 1 }}' }, 'its template is {{ value + 1 }}'],
    ['sensor', { stat_t: 's', val_tpl: '{{ value / 0 }}' }, 'its template is {{ value / 0 }}'],
    ['sensor', { stat_t: 's', val_tpl: '{{ value|int(0, 16) }}' }, 'its template is {{ value|int(0, 16) }}'],
    [
      'sensor',
      { stat_t: 's', val_tpl: '{{ value_json.a | default(value_json.b) }}' },
      'its template is {{ value_json.a | default(value_json.b) }}',
    ],
    ['number', { stat_t: 's', cmd_t: 'c', val_tpl: '{{ value / 10 }}' }, 'its template is {{ value / 10 }}'],
    ['number', { stat_t: 's', cmd_t: 'c', cmd_tpl: '{{ value * 10 }}' }, 'its template is {{ value * 10 }}'],
    [
      'switch',
      { stat_t: 's', cmd_t: 'c', stat_on: 'on', pl_on: 'press' },
      'its commands differ from its states',
    ],
    ['device', { dev: { name: 'Meter' } }, 'it has no components'],
  ])('refuses a %s with %j', (component, fields, reason) => {
    expect(announce(`homeassistant/${component}/a/config`, fields)).toBe(reason);
  });

  it.each(['', '[1]', 'x'])('refuses the message %p', (message) => {
    expect(announcedPoints('homeassistant/sensor/a/config', message)).toEqual(['it is not a JSON object']);
  });
});
