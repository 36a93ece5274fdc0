import type { NodeDefinition } from '@app/workflow-engine';
import { nodeProblems } from './node-problems';

const problemsOf = (node: Partial<NodeDefinition>, trigger = 'manual') =>
  nodeProblems(
    {
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'n', type: '', config: {}, ...node },
      ],
      edges: [],
    },
    trigger,
  );

describe('nodeProblems', () => {
  it('reports a respond node in a workflow without a webhook trigger', () => {
    expect(problemsOf({ type: 'respond' }, 'webhook')).toEqual([]);
    expect(problemsOf({ type: 'respond' })).toMatchObject([
      { path: 'nodes[1].type', message: 'must not be respond, because the workflow has no webhook trigger' },
    ]);
  });

  it('reports a wait for an event that does not exist', () => {
    const waitFor = (name: string) => problemsOf({ type: 'wait_for', config: { event: { name } } });
    expect(waitFor('alert.cleared')).toEqual([]);
    expect(waitFor('{{ triggerData.name }}')).toEqual([]);
    expect(waitFor('alert.gone')).toMatchObject([{ path: 'nodes[1].config.event.name' }]);
    expect(problemsOf({ type: 'wait_for', config: { event: 1 } })).toEqual([]);
  });
});
