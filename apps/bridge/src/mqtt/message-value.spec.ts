import { commandMessage, Content, messageValue } from './message-value';
import { MqttPointConfiguration, type MqttPoint } from './mqtt.dto';

const aPoint = (changes: Partial<MqttPoint> = {}): MqttPoint =>
  Object.assign(
    new MqttPointConfiguration(),
    { suffix: 'P', name: 'Power', topic: 'meter', code: 'P' },
    { dataType: 'number' as const },
    changes,
  );
const aSwitch = (changes: Partial<MqttPoint> = {}) =>
  aPoint({ type: 'bool', dataType: 'boolean', ...changes });

describe('messageValue', () => {
  it.each<[message: string, changes: Partial<MqttPoint>, value: number | null | undefined]>([
    ['21.5', {}, 21.5],
    [' 21.5\n', {}, 21.5],
    ['1e3', { scale: 0.001 }, 1],
    ['2301', { scale: 0.1, offset: 1 }, 231.1],
    ['{"power":{"a":[1,2.5]}}', { path: 'power.a.1' }, 2.5],
    ['{"power":"2.5"}', { path: 'power' }, 2.5],
    ['{"energy":1}', { path: 'power' }, undefined],
    ['{"power":null}', { path: 'power' }, null],
    ['{}', { path: 'constructor.name.length' }, undefined],
    ['not JSON', { path: 'power' }, null],
    ['', {}, null],
    ['unavailable', {}, null],
    ['Infinity', {}, null],
    ['{"power":true}', { path: 'power' }, null],
    ['{"power":[5]}', { path: 'power' }, null],
  ])('finds in the message %s of a point with %j the value %p', (message, changes, value) => {
    expect(messageValue(new Content(message), aPoint(changes))?.value).toBe(value);
  });

  it.each<[message: string, changes: Partial<MqttPoint>, value: boolean | null]>([
    ['ON', {}, true],
    ['OFF', {}, false],
    ['1', {}, true],
    ['false', {}, false],
    ['open', { on: 'open', off: 'closed' }, true],
    ['closed', { on: 'open', off: 'closed' }, false],
    ['0', { on: '0', off: '1' }, true],
    ['1', { on: '0', off: '1' }, false],
    ['{"state":2}', { path: 'state', on: '2', off: '1' }, true],
    ['ajar', { on: 'open', off: 'closed' }, null],
    ['{"state":true}', { path: 'state' }, true],
    ['{"state":0}', { path: 'state' }, false],
  ])('finds in the message %s of a switch with %j the value %p', (message, changes, value) => {
    expect(messageValue(new Content(message), aSwitch(changes))?.value).toBe(value);
  });

  it.each<[time: unknown, atMs: number | undefined]>([
    ['2026-01-01T00:00:00Z', Date.UTC(2026, 0)],
    [1_767_225_600, Date.UTC(2026, 0)],
    ['1767225600.5', Date.UTC(2026, 0) + 500],
    [1_767_225_600_123, Date.UTC(2026, 0) + 123],
    ['yesterday', undefined],
    [null, undefined],
  ])('reads the time %p', (time, atMs) => {
    const message = JSON.stringify({ value: 1, time });
    expect(messageValue(new Content(message), aPoint({ path: 'value', timePath: 'time' }))).toEqual({
      value: 1,
      ...(atMs !== undefined && { atMs }),
    });
  });
});

describe('commandMessage', () => {
  it.each<[value: number | boolean, point: MqttPoint, message: string]>([
    [21.5, aPoint(), '21.5'],
    [230.1, aPoint({ scale: 0.1 }), '2301'],
    [true, aSwitch(), 'ON'],
    [false, aSwitch({ off: 'false', command: '{"state": {value}}' }), '{"state": false}'],
  ])('writes %p', (value, point, message) => {
    expect(commandMessage(value, point)).toBe(message);
  });
});
