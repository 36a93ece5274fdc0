import { say } from '@app/kernel';
import type { LabelDevice, SceneLabel } from '@app/entities';
import { type LightingCommand, targetsOf, writesOf } from './lighting-command';
import type { PointValues } from './reported-state';

const device = (deviceId: string, codes: Partial<LabelDevice> = {}): LabelDevice => ({
  deviceId,
  name: deviceId,
  switchCode: null,
  levelCode: null,
  powerCode: null,
  nodeName: null,
  ...codes,
});
const both = device('both', { switchCode: 'both.switch', levelCode: 'both.level' });
const dimmer = device('dimmer', { levelCode: 'dimmer.level' });
const [one, two, three] = ['one', 'two', 'three'].map((id) => device(id, { switchCode: `${id}.switch` }));
const label = (devices: (LabelDevice | undefined)[], scenes: SceneLabel['scenes'] = []): SceneLabel => ({
  id: 'floor-1',
  text: 'Floor 1',
  position: { x: 0, y: 0, z: 0 },
  devices: devices.filter((candidate) => candidate !== undefined),
  scenes,
});
const values = (reported: Record<string, unknown>): PointValues =>
  new Map(
    Object.entries(reported).map(([code, value]) => [
      code,
      { code, value, quality: 'good', timestamp: '2026-03-29T08:00:00.000Z' },
    ]),
  );
/** The requested states as [id, on, level]. */
const requested = (
  command: LightingCommand,
  devices: (LabelDevice | undefined)[],
  scenes?: SceneLabel['scenes'],
) =>
  targetsOf(label(devices, scenes), command).map((target) => [
    target.device.deviceId,
    target.on,
    target.level,
  ]);

const switched = (on: boolean) => ({ code: 'both.switch', value: on });
const leveled = (value: number) => ({ code: 'both.level', value });

describe('targetsOf', () => {
  it('dims dimmable lights to 50 % and switches on every second light of the others if the action is half', () => {
    expect(requested({ action: 'half' }, [one, both, device('bare'), two, dimmer, three])).toEqual([
      ['one', true, null],
      ['both', true, 50],
      ['bare', false, null],
      ['two', false, null],
      ['dimmer', true, 50],
      ['three', true, null],
    ]);
  });

  it.each([
    [
      60,
      [
        ['both', true, 60],
        ['one', true, null],
      ],
    ],
    [
      0.5,
      [
        ['both', true, 0.5],
        ['one', true, null],
      ],
    ],
    [
      0,
      [
        ['both', false, null],
        ['one', false, null],
      ],
    ],
  ])(
    'sets the level of dimmable lights, and switches the other lights on or off, if the brightness is %s',
    (value, expected) => {
      expect(requested({ action: 'dim', value }, [both, one])).toEqual(expected);
    },
  );

  it.each([[-1], [100.1], ['50'], [null], [undefined], [NaN]])('refuses the brightness %s', (value) => {
    expect(() => requested({ action: 'dim', value }, [both])).toThrow('value must be a number from 0 to 100');
  });

  it('returns the states of the lighting scene, but only for the chosen devices', () => {
    const levels = [
      { deviceId: 'both', on: true, level: 30 },
      { deviceId: 'one', on: false, level: 80 },
    ];
    const scenes = [{ id: 'evening', name: 'Evening', levels }];
    const command = { action: 'scene', value: 'evening' } as const;
    expect(requested(command, [both, one, two], scenes)).toEqual([
      ['both', true, 30],
      ['one', false, null],
    ]);
    expect(requested({ ...command, devices: ['one', 'two'] }, [both, one, two], scenes)).toEqual([
      ['one', false, null],
    ]);
  });

  it('refuses an unknown lighting scene', () => {
    const command = { action: 'scene', value: 'night' } as const;
    expect(() => requested(command, [both])).toThrow("The lighting scene 'night' of the label 'floor-1'");
    expect(() => requested({ action: 'scene', value: 3 }, [both])).toThrow('id of a lighting scene');
  });

  it('refuses unknown devices, with a detail for each device', () => {
    const command = { action: 'on', devices: ['one', 'north', 'south'] } as const;
    expect(() => requested(command, [one])).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        details: [
          { path: 'devices[1]', ...say('unknown_device', { id: 'north' }) },
          { path: 'devices[2]', ...say('unknown_device', { id: 'south' }) },
        ],
      }),
    );
  });
});

describe('writesOf', () => {
  it.each([
    ['switches on', both, true, null, { 'both.level': 70 }, [switched(true)]],
    ['switches on at an unknown level', both, true, null, {}, [switched(true)]],
    ['switches on at level 0', both, true, null, { 'both.level': 0 }, [leveled(100), switched(true)]],
    ['switches off', both, false, null, { 'both.level': 70 }, [switched(false)]],
    ['dims before it switches on', both, true, 50, {}, [leveled(50), switched(true)]],
    ['sets the level of a light that is switched off', both, false, 30, {}, [leveled(30), switched(false)]],
    [
      'raises a dimmer from 0',
      dimmer,
      true,
      null,
      { 'dimmer.level': 0 },
      [{ code: 'dimmer.level', value: 100 }],
    ],
    [
      'keeps the level of a dimmer that is on',
      dimmer,
      true,
      null,
      { 'dimmer.level': 40 },
      [{ code: 'dimmer.level', value: 40 }],
    ],
    ['lowers a dimmer to 0', dimmer, false, 30, { 'dimmer.level': 40 }, [{ code: 'dimmer.level', value: 0 }]],
    [
      'writes 1 to a numeric switch',
      one,
      true,
      null,
      { 'one.switch': 0 },
      [{ code: 'one.switch', value: 1 }],
    ],
    ['writes nothing for a light without points', device('bare'), true, null, {}, []],
  ])('%s', (_, light, on, level, reported, expected) => {
    if (!light) throw new Error('The device is missing.');
    expect(writesOf({ device: light, on, level }, values(reported))).toEqual(expected);
  });
});
