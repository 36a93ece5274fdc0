import { deviationOf, sceneOf } from './light-levels';
import type { LightState } from './lighting.queries';

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
