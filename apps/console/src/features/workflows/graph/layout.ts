import { graphlib, layout } from '@dagrejs/dagre';
import { type Graph, type Point, storedPosition } from './definition';

export const NODE_WIDTH = 216;
const NODE_HEIGHT = 76;
const BRANCH_HEIGHT = 22;

export const heightOf = (branches: number): number => NODE_HEIGHT + branches * BRANCH_HEIGHT;

/** Places the nodes from left to right, so that edges cross as little as possible. */
export function arrange({ nodes, edges }: Graph, branchesOf: (id: string) => number): Map<string, Point> {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 36, ranksep: 72 });
  for (const { id } of nodes) graph.setNode(id, { width: NODE_WIDTH, height: heightOf(branchesOf(id)) });
  edges.forEach(({ source, target }, index) => {
    // An edge of a draft may lead nowhere.
    if (graph.hasNode(source) && graph.hasNode(target)) graph.setEdge(source, target, {}, String(index));
  });
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y, width, height } = graph.node(id) as Point & { width: number; height: number };
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}

/** Returns the stored positions if every node has one, otherwise the positions of an automatic layout. */
export function positionsOf(graph: Graph, branchesOf: (id: string) => number): Map<string, Point> {
  const stored = graph.nodes.map((node) => [node.id, storedPosition(node)] as const);
  const isComplete = stored.every((entry): entry is [string, Point] => entry[1] !== undefined);
  return isComplete && stored.length > 0 ? new Map(stored) : arrange(graph, branchesOf);
}
