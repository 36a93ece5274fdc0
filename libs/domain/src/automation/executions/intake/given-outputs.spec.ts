import { compileGraph, type NodeDefinition } from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { trialLimits } from '../../../../../../test/factories/trial-execution';
import { checkedOutputs } from './given-outputs';

const nodes: NodeDefinition[] = [
  { id: 'start', type: 'start', config: {} },
  { id: 'warm', type: 'condition', config: { expression: 'true' } },
  {
    id: 'season',
    type: 'switch',
    config: { expression: '1', cases: [{ label: 'winter', value: 1 }] },
  },
  { id: 'each', type: 'loop', config: { items: [] } },
  { id: 'inner', type: 'variable', config: { name: 'x', value: 1 } },
];
const edges = [
  { id: '1', source: 'start', target: 'warm' },
  { id: '2', source: 'start', target: 'season' },
  { id: '3', source: 'start', target: 'each' },
  { id: '4', source: 'each', target: 'inner', label: 'body' },
];
const graph = compileGraph({ nodes, edges }, { catalogue: nodeCatalogue, limits: trialLimits });

const check = (outputs: object) => {
  try {
    return checkedOutputs(graph, outputs, 1000);
  } catch (error) {
    return (error as { details: { path: string; message: string }[] }).details.map(
      ({ path, message }) => `${path} ${message}`,
    );
  }
};

describe('checkedOutputs', () => {
  it('accepts outputs for nodes inside and outside of loops', () => {
    const outputs = {
      start: {},
      warm: { result: false },
      season: { value: 1, branch: 'default' },
      inner: { name: 'x', value: 2 },
    };
    expect(check(outputs)).toEqual(outputs);
  });

  it.each<[object, string]>([
    [{ nobody: {} }, 'outputs.nobody is not the id of a node of the workflow'],
    [{ start: null }, 'outputs.start must be an object: the output of the node'],
    [{ start: [] }, 'outputs.start must be an object: the output of the node'],
    [{ warm: {} }, 'outputs.warm does not select a branch of the node; the branches are true, false'],
    [
      { season: { branch: 'summer' } },
      'outputs.season does not select a branch of the node; the branches are winter, default',
    ],
    [
      { each: { count: 1 } },
      'outputs.each is the id of a loop. Instead, give the output of the node that provides the items of the loop',
    ],
    [{ start: { text: 'x'.repeat(1000) } }, 'outputs must not be longer than 1000 characters of JSON'],
  ])('refuses invalid outputs (case %#)', (outputs, message) => {
    expect(check(outputs)).toEqual([message]);
  });
});
