import { announcedPoint } from './home-assistant';

const announce = (topic: string, fields: object) => announcedPoint(topic, JSON.stringify(fields));

describe('announcedPoint', () => {
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
      availability: { topic: 'boiler/1/lwt', online: 'up', offline: 'down' },
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
    expect(announce('homeassistant/number/level/config', level).point).toMatchObject({
      type: 'number',
      writable: true,
      commandTopic: 'c',
      command: '{"v": {value} }',
      min: 1,
      max: 9,
    });
    const pump = {
      state_topic: 's',
      command_topic: 'c',
      payload_on: '1',
      payload_off: '0',
      availability: [{ topic: 'lwt' }],
      device: { identifiers: 'p1' },
    };
    expect(announce('homeassistant/switch/pump/config', pump)).toEqual({
      device: 'p1',
      availability: { topic: 'lwt' },
      point: {
        suffix: 'pump',
        name: 'pump',
        type: 'bool',
        topic: 's',
        on: '1',
        off: '0',
        writable: true,
        commandTopic: 'c',
      },
    });
  });

  it.each<[component: string, fields: object, reason: string]>([
    ['climate', {}, 'it is a climate'],
    ['sensor', {}, 'it has no state_topic'],
    [
      'sensor',
      { stat_t: 's', val_tpl: '{{ value | float / 10 }}' },
      'its template is {{ value | float / 10 }}',
    ],
    ['number', { stat_t: 's', cmd_t: 'c', cmd_tpl: '{{ value * 10 }}' }, 'its template is {{ value * 10 }}'],
    [
      'switch',
      { stat_t: 's', cmd_t: 'c', stat_on: 'on', pl_on: 'press' },
      'its commands differ from its states',
    ],
  ])('refuses a %s with %j', (component, fields, reason) => {
    expect(() => announce(`homeassistant/${component}/a/config`, fields)).toThrow(reason);
  });

  it.each(['', '[1]', 'x'])('refuses the message %p', (message) => {
    expect(() => announcedPoint('homeassistant/sensor/a/config', message)).toThrow('it is not');
  });
});
