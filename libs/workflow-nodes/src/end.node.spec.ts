import type { JsonObject } from '@app/workflow-engine';
import { tryNode } from '../../../test/factories/node-trial';
import { endNode } from './end.node';

describe('end', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['an empty object by default', {}, {}],
    ['an object', { output: { total: '{{ variables.total }}', unit: 'kWh' } }, { total: 12, unit: 'kWh' }],
    ['a value', { output: '{{ variables.total }}' }, { value: 12 }],
    ['a list', { output: [1, '{{ variables.total }}'] }, { value: [1, 12] }],
    ['null', { output: null }, { value: null }],
  ])('stops the execution with this output: %s', async (_, config, output) => {
    const { outcome } = await tryNode(endNode, config, { scope: { variables: { total: 12 } } });
    expect(outcome).toEqual({ kind: 'stop', output });
  });
});
