import { arrangementOf, flowNodes, isSameCard } from './flow-elements';
import type { Graph, GraphNode } from './definition';
import { keepUnchanged } from './keep-unchanged';

const step: GraphNode = { id: 'step', type: 'variable', config: { value: '1' }, position: { x: 300, y: 0 } };
const graphWith = (changes: Partial<GraphNode>): Graph => ({
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 } },
    { ...step, ...changes },
  ],
  edges: [{ source: 'start', target: 'step' }],
});
const nodesOf = (graph: Graph) => flowNodes({ graph }, arrangementOf({ graph }));

describe('The cards of a graph', () => {
  const before = nodesOf(graphWith({}));
  const after = (changes: Partial<GraphNode>) =>
    keepUnchanged(before, nodesOf(graphWith(changes)), isSameCard);

  it('stay the same if only a value changes that no card shows', () => {
    expect(after({ config: { value: '12' } })).toBe(before);
  });

  it.each<[string, Partial<GraphNode>]>([
    ['the name', { name: 'Total' }],
    ['the main setting', { config: { name: 'total', value: '1' } }],
    ['the position', { position: { x: 310, y: 0 } }],
  ])('are replaced only for the node whose card shows another value: %s', (_, changes) => {
    const [start, changed] = after(changes);
    expect(start).toBe(before[0]);
    expect(changed).not.toBe(before[1]);
  });
});
