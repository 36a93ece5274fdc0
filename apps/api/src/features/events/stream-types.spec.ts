import { streamTypesOf } from './stream-types';

const KNOWN = [
  { type: 'iot:alarm:trigger', kind: 'alert' },
  { type: 'iot:alarm:clear', kind: 'alert' },
  { type: 'energy_update', kind: 'energy' },
] as const;

describe('streamTypesOf', () => {
  it.each<[string[] | undefined, 'all' | string[]]>([
    [undefined, 'all'],
    [[], 'all'],
    [['energy_update'], ['energy_update']],
    [['energy'], ['energy_update']],
    [['alert'], ['iot:alarm:trigger', 'iot:alarm:clear']],
    [
      ['iot:alarm:clear', 'energy'],
      ['iot:alarm:clear', 'energy_update'],
    ],
    [['energy', 'energy_update'], ['energy_update']],
    [['energy', 'nonsense'], ['energy_update']],
    [['nonsense'], []],
    [['heartbeat'], []],
    [['ENERGY'], []],
  ])('takes %j for %j', (names, types) => {
    const taken = streamTypesOf(names, KNOWN);

    expect(taken).toEqual(types === 'all' ? types : new Set(types));
  });
});
