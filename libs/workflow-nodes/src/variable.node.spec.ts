import type { Json, JsonObject } from '@app/workflow-engine';
import { tryNode } from '../../../test/factories/node-trial';
import { variableNode } from './variable.node';

const set = (config: JsonObject) =>
  tryNode(variableNode, config, { scope: { variables: { total: 5 } }, triggerData: { value: 27 } });

describe('variable', () => {
  it.each<[string, Json, Json]>([
    ['total', '{{ variables.total + triggerData.value }}', 32],
    ['_title', 'now {{ triggerData.value }}', 'now 27'],
    ['$room', { id: '{{ triggerData.value }}' }, { id: 27 }],
    ['能源', [1, 2], [1, 2]],
    ['größe', null, null],
    ['a1', false, false],
    ['missing', '{{ triggerData.missing }}', null],
    ['verbatim', '{{ "{{ triggerData.value }}" }}', '{{ triggerData.value }}'],
  ])('sets %s', async (name, saved, value) => {
    const { outcome } = await set({ name, value: saved });
    expect(outcome).toEqual({ kind: 'done', output: { name, value }, variables: { [name]: value } });
  });

  it('takes its name from an expression', async () => {
    const { outcome } = await set({ name: 'room{{ triggerData.value }}', value: 1 });
    expect(outcome).toMatchObject({ variables: { room27: 1 } });
  });

  it.each(['__proto__', 'constructor', 'prototype', '', '1a', 'a b', 'a.b', 'a-b', "a'", 'a'.repeat(101)])(
    'refuses the name %j',
    async (name) => {
      await expect(set({ name: `{{ ${JSON.stringify(name)} }}`, value: 1 })).rejects.toMatchObject({
        code: 'config_invalid',
      });
    },
  );
});
