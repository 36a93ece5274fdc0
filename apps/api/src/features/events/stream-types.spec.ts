import type { Role } from '@app/kernel';
import { streamTypesOf } from './stream-types';

const KNOWN = [
  { type: 'iot:alarm:trigger', kind: 'alert', lowestRole: 'viewer' },
  { type: 'iot:alarm:clear', kind: 'alert', lowestRole: 'viewer' },
  { type: 'energy_update', kind: 'energy', lowestRole: 'viewer' },
] as const;
const WITH_EXECUTIONS = [
  ...KNOWN,
  { type: 'workflow:execution:status', kind: 'workflow', lowestRole: 'operator' },
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
  ])('reads %j as %j', (names, types) => {
    const taken = streamTypesOf(names, 'viewer', KNOWN);

    expect(taken).toEqual(types);
  });

  it.each<[Role, string[] | undefined, 'all' | string[]]>([
    ['viewer', undefined, ['iot:alarm:trigger', 'iot:alarm:clear', 'energy_update']],
    ['viewer', ['workflow'], []],
    ['viewer', ['workflow:execution:status', 'energy'], ['energy_update']],
    ['operator', undefined, 'all'],
    ['operator', ['workflow'], ['workflow:execution:status']],
    ['admin', undefined, 'all'],
  ])(
    'returns, for the role %s and the requested types %j, only the types that the role may receive',
    (role, names, types) => {
      const taken = streamTypesOf(names, role, WITH_EXECUTIONS);

      expect(taken).toEqual(types);
    },
  );
});
