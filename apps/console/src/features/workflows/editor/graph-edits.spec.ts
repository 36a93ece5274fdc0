import type { Graph } from '../graph/definition';
import { copied, readCopied } from './copied-nodes';
import {
  arranged,
  connected,
  duplicated,
  moved,
  placed,
  renamed,
  retargeted,
  withCopies,
  withNode,
  withNote,
  without,
} from './graph-edits';

const GRAPH: Graph = {
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 } },
    { id: 'warm', type: 'condition', config: {}, position: { x: 300, y: 0, note: 'kept' } },
  ],
  edges: [{ source: 'start', target: 'warm' }],
};
const branchesOf = ({ type }: { type: string }) => (type === 'condition' ? ['true', 'false'] : []);

describe('edits of a graph', () => {
  it('connect a new node to the first free branch of the node before it', () => {
    const first = withNode(GRAPH, { type: 'email', after: 'warm' }, branchesOf);
    expect(first.graph.edges).toContainEqual({ source: 'warm', target: 'email', label: 'true' });
    const second = withNode(first.graph, { type: 'email', after: 'warm' }, branchesOf);
    expect(second.id).toBe('email_2');
    expect(second.graph.edges).toContainEqual({ source: 'warm', target: 'email_2', label: 'false' });
    const third = withNode(second.graph, { type: 'email', after: 'warm' }, branchesOf);
    expect(third.graph.edges).toHaveLength(3);
    const places = third.graph.nodes.map(({ position }) => JSON.stringify(position));
    expect(new Set(places).size).toBe(places.length);
  });

  it('place a dropped node where it was dropped', () => {
    const { graph } = withNode(GRAPH, { type: 'email', at: { x: 7, y: 9 } }, branchesOf);
    expect(graph.nodes.at(-1)?.position).toEqual({ x: 7, y: 9 });
    expect(graph.edges).toEqual(GRAPH.edges);
  });

  it('remove nodes with their edges, but keep the start node', () => {
    expect(without(GRAPH, ['warm'])).toEqual({ nodes: [GRAPH.nodes[0]], edges: [] });
    expect(without(GRAPH, ['start'])).toEqual(GRAPH);
  });

  it('add, move and remove notes, and keep them when nodes change', () => {
    const added = withNote(withNote(GRAPH));
    expect(added.notes?.map(({ x, y }) => ({ x, isAbove: y < 0 }))).toEqual([
      { x: 0, isAbove: true },
      { x: 0, isAbove: true },
    ]);
    expect(added.notes?.[0]?.y).not.toBe(added.notes?.[1]?.y);
    const placedNotes = moved(added, new Map([['note:1', { x: 40.4, y: 50 }]]));
    expect(placedNotes.nodes).toEqual(GRAPH.nodes);
    expect(placedNotes.notes?.[1]).toEqual({ text: '', x: 40, y: 50 });
    const changed = renamed(withNode(placedNotes, { type: 'email' }, branchesOf).graph, 'warm', 'hot');
    const other = duplicated(without(changed, ['email']), 'hot').graph;
    expect(other.notes).toEqual(placedNotes.notes);
    expect(without(other, ['note:0']).notes).toEqual([{ text: '', x: 40, y: 50 }]);
  });

  it('refuse an edge to the start node, an edge from a node to itself, and a duplicate edge', () => {
    expect(connected(GRAPH, { source: 'warm', target: 'start' })).toBe(GRAPH);
    expect(connected(GRAPH, { source: 'warm', target: 'warm', label: 'true' })).toBe(GRAPH);
    expect(connected(GRAPH, { source: 'start', target: 'warm' })).toBe(GRAPH);
  });

  it('replace the targets of one branch', () => {
    const graph = withNode(GRAPH, { type: 'end', after: 'warm' }, branchesOf).graph;
    const other = retargeted(graph, { source: 'warm', label: 'false' }, ['end']);
    expect(other.edges.filter(({ source }) => source === 'warm')).toHaveLength(2);
    expect(retargeted(other, { source: 'warm', label: 'true' }, []).edges).toHaveLength(2);
  });

  it('rename a node in edges, error handlers and expressions', () => {
    const graph: Graph = {
      nodes: [
        ...GRAPH.nodes,
        {
          id: 'tell',
          type: 'email',
          config: {
            to: ['{{ nodeOutputs.warm.result }}'],
            body: "{{ nodeOutputs['warm'].a + nodeOutputs.warmer }}",
          },
          onError: { action: 'goto', gotoNodeId: 'warm' },
        },
      ],
      edges: [...GRAPH.edges, { source: 'warm', target: 'tell', label: 'true' }],
    };
    const { nodes, edges } = renamed(graph, 'warm', 'is-warm');
    expect(nodes.at(-1)).toEqual({
      id: 'tell',
      type: 'email',
      config: {
        to: ["{{ nodeOutputs['is-warm'].result }}"],
        body: "{{ nodeOutputs['is-warm'].a + nodeOutputs.warmer }}",
      },
      onError: { action: 'goto', gotoNodeId: 'is-warm' },
    });
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      ['start', 'is-warm'],
      ['is-warm', 'tell'],
    ]);
  });

  it('copy a node under a new id, without its edges', () => {
    const { graph, id } = duplicated(GRAPH, 'warm');
    expect(id).toBe('warm_2');
    expect(graph.nodes.at(-1)).toMatchObject({ id, type: 'condition', position: { note: 'kept' } });
    expect(graph.edges).toEqual(GRAPH.edges);
    expect(duplicated(GRAPH, 'start').graph).toBe(GRAPH);
  });

  it('paste copies with the edges and expressions between them, also twice', () => {
    const fragment: Graph = {
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'warm', type: 'condition', config: { expression: '1' }, position: { x: 300, y: 0 } },
        { id: 'say', type: 'email', config: { body: '{{ nodeOutputs.warm.result }}' } },
      ],
      edges: [
        { source: 'start', target: 'warm' },
        { source: 'warm', target: 'say', label: 'true' },
      ],
    };
    const once = withCopies(GRAPH, fragment);
    expect(once.ids).toEqual(['warm_2', 'say']);
    expect(once.graph.edges).toEqual([...GRAPH.edges, { source: 'warm_2', target: 'say', label: 'true' }]);
    expect(once.graph.nodes.at(-1)?.config).toEqual({ body: '{{ nodeOutputs.warm_2.result }}' });
    const twice = withCopies(once.graph, fragment);
    expect(twice.ids).toEqual(['warm_3', 'say_2']);
    const places = twice.graph.nodes.map(({ position }) => `${String(position?.x)} ${String(position?.y)}`);
    expect(new Set(places).size).toBe(places.length);
    expect(readCopied(copied(fragment, ['warm', 'say']))).toEqual({
      nodes: fragment.nodes.slice(1),
      edges: fragment.edges.slice(1),
    });
  });

  it.each(['', 'a text', '{"kind":"plantroom-nodes","nodes":[1],"edges":[]}', '"plantroom-nodes"'])(
    'ignore the text %j of the clipboard',
    (text) => {
      expect(readCopied(text)).toBeUndefined();
    },
  );

  it('keep stored positions, and arrange the nodes on request', () => {
    expect(placed(GRAPH, branchesOf)).toEqual(GRAPH);
    const unplaced = { ...GRAPH, nodes: GRAPH.nodes.map((node) => ({ ...node, position: null })) };
    expect(placed(unplaced, branchesOf)).toEqual(arranged(unplaced, branchesOf));
    for (const { position } of placed(unplaced, branchesOf).nodes) {
      expect(position).toEqual({ x: expect.any(Number) as number, y: expect.any(Number) as number });
    }
  });
});
