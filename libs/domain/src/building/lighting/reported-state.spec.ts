import type { PointValue } from '@app/contracts';
import type { LabelDevice } from '@app/entities';
import { labelStateOf } from './reported-state';

const device = (deviceId: string, codes: Partial<LabelDevice>): LabelDevice => ({
  deviceId,
  name: deviceId,
  switchCode: null,
  levelCode: null,
  powerCode: null,
  nodeName: null,
  ...codes,
});
const both = device('both', { switchCode: 's', levelCode: 'l', powerCode: 'p' });
const dimmer = device('dimmer', { levelCode: 'd' });
const plain = device('plain', { switchCode: 'q', powerCode: 'w' });

type Reported = Record<string, unknown>;
const AT = '2026-03-29T08:00:00.000Z';
const stateOf = (
  devices: LabelDevice[],
  reported: Reported,
  changes: Record<string, Partial<PointValue>> = {},
) =>
  labelStateOf(
    { id: 'floor-1', text: '', position: { x: 0, y: 0, z: 0 }, devices, scenes: [] },
    new Map(
      Object.entries(reported).map(([code, value]) => [
        code,
        { code, value, quality: 'good', timestamp: AT, ...changes[code] },
      ]),
    ),
  );

describe('the reported state of a label', () => {
  it('consists of the mean brightness, the sum of the powers and the newest time', () => {
    const reported = { s: true, l: 30, p: 45.5, d: 60, q: true, w: 10 };
    const later = { d: { timestamp: '2026-03-29T08:00:01.000Z' } };
    expect(stateOf([both, dimmer, plain], reported, later)).toEqual({
      on: true,
      brightness: 63.33,
      power: 55.5,
      updatedAt: '2026-03-29T08:00:01.000Z',
      devices: [
        { deviceId: 'both', on: true, level: 30 },
        { deviceId: 'dimmer', on: true, level: 60 },
        { deviceId: 'plain', on: true, level: null },
      ],
    });
  });

  it.each<[string, LabelDevice[], Reported, boolean, number | undefined]>([
    ['counts a light that is off as 0, even if it has a level', [both], { s: false, l: 80 }, false, 0],
    [
      'counts a light without a level as 100 if it is on',
      [plain, both],
      { q: true, s: false, l: 10 },
      true,
      50,
    ],
    ['treats a dimmer at 0 as off', [dimmer], { d: 0 }, false, 0],
    ['reads a switch that reports 1', [plain], { q: 1 }, true, 100],
    ['counts a light that is on at an unknown level as 100', [both], { s: true }, true, 100],
    ['leaves out lights that report nothing', [plain, dimmer], { d: 40 }, true, 40],
    ['has no brightness if no light reports its state', [plain, both], { l: 40 }, false, undefined],
    ['ignores values that are not the state of a switch', [plain], { q: 'on' }, false, undefined],
    ['limits levels to 100', [dimmer], { d: 250 }, true, 100],
  ])('%s', (_, devices, reported, on, brightness) => {
    const state = stateOf(devices, reported);
    expect([state.on, state.brightness]).toEqual([on, brightness]);
  });

  it('ignores values of bad quality', () => {
    const bad = { quality: 'bad' } as const;
    const state = stateOf([both], { s: true, l: 50, p: 9 }, { s: bad, l: bad, p: bad });
    expect(state).toEqual({
      on: false,
      updatedAt: AT,
      devices: [{ deviceId: 'both', on: null, level: null }],
    });
  });
});
