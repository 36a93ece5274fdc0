import { areHalf, deviationOf, isControllable, isDimmable, sceneOf, withoutReadOnly } from './light-levels';
import type { Label, LightState } from './lighting.queries';

const aLight = (fields: Partial<LightState>): LightState => ({
  deviceId: 'east',
  on: true,
  level: 60,
  desired: null,
  ...fields,
});
const aCommand = (on: boolean, status: 'pending' | 'done' | 'failed') => ({
  on,
  status,
  level: null,
  error: null,
  failure: null,
  username: 'olga',
  at: '2026-05-01T10:00:00.000Z',
});

describe('The lights of a label', () => {
  it('are stored as a lighting scene, without the lights whose state is unknown', () => {
    const lights = [aLight({}), aLight({ deviceId: 'west', on: null, level: null })];
    expect(sceneOf('Evening', lights, ['scene-1', 'presentation'])).toEqual({
      id: 'scene-2',
      name: 'Evening',
      levels: [{ deviceId: 'east', on: true, level: 60 }],
    });
  });

  it('cannot be controlled by points that are known to be read-only', () => {
    const devices = [{ deviceId: 'east', switchCode: 'ON', levelCode: 'LEVEL' }];
    const label = { id: 'hall', devices } as Label;
    const usable = (writable: Record<string, boolean | null>) => {
      const points = Object.entries(writable).map(([code, value]) => [code, { writable: value }] as const);
      const left = withoutReadOnly(label, new Map(points));
      return [isControllable(left), isDimmable(left)];
    };
    expect(usable({})).toEqual([true, true]);
    expect(usable({ ON: null, LEVEL: true })).toEqual([true, true]);
    expect(usable({ ON: true, LEVEL: false })).toEqual([true, false]);
    expect(usable({ ON: false, LEVEL: false })).toEqual([false, false]);
  });

  it.each([
    [null, true, null],
    [aCommand(true, 'pending'), false, 'pending'],
    [aCommand(false, 'failed'), true, 'failed'],
    [aCommand(true, 'done'), true, null],
    [aCommand(true, 'done'), false, 'shouldBeOn'],
    [aCommand(false, 'done'), true, 'shouldBeOff'],
    [aCommand(false, 'done'), null, null],
  ] as const)(
    'with the command %j and the reported state %s have the deviation %s',
    (desired, on, deviation) => {
      expect(deviationOf(aLight({ desired, on }))).toBe(deviation);
    },
  );
});

const light = (on: boolean | null, level: number | null = null, isDimmable = level !== null) => ({
  state: aLight({ on, level }),
  levelCode: isDimmable ? 'LEVEL' : null,
  switchCode: on === null ? null : 'ON',
});
it.each([
  ['two of three', [light(true), light(false), light(true)], true],
  ['two of three, one without control,', [light(true), light(null), light(false)], true],
  ['two of four', [light(true), light(false), light(true), light(false)], true],
  ['a dimmed one and the only other one', [light(true, 50), light(true)], true],
  ['one without a known level', [light(true, null, true), light(true)], false],
  ['all', [light(true), light(true)], false],
  ['the only one', [light(true)], false],
  ['a bright one', [light(true, 80)], false],
  ['none', [light(false), light(false)], false],
])('%s on: half is %s', (_name, given, isHalf) => {
  const devices = given.map(({ levelCode, switchCode }, index) => ({
    deviceId: String(index),
    levelCode,
    switchCode,
  }));
  const lights = given.map(({ state }, index) => ({ ...state, deviceId: String(index) }));
  expect(areHalf({ devices } as Label, lights)).toBe(isHalf);
});
