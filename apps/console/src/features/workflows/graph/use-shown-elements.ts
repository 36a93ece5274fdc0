import { useCallback, useMemo, useState } from 'react';
import { shallowEqual } from '@mantine/hooks';
import type { Edge, EdgeChange } from '@xyflow/react';
import {
  arrangementOf,
  flowEdges,
  flowNodes,
  type GraphView,
  isSameCard,
  type ShownNode,
} from './flow-elements';
import { keepUnchanged } from './keep-unchanged';

/** The nodes of the view, with the sizes that the library has measured. During a drag, they follow the pointer. */
export function useShownNodes(view: GraphView) {
  const { graph, branchesOf } = view;
  const arrangement = useMemo(() => arrangementOf({ graph, branchesOf }), [graph, branchesOf]);
  const [shown, setShown] = useState(view);
  const [nodes, setNodes] = useState(() => flowNodes(view, arrangement));
  if (shown !== view) {
    setShown(view);
    setNodes(keepUnchanged(nodes, asShown(nodes, flowNodes(view, arrangement)), isSameCard));
  }
  return [nodes, setNodes] as const;
}

/**
 * Keeps the sizes, and a selection of several nodes if the one of the view is among them. Notes stay selected if the view
 * selects no node, and if none was added or removed, because they are known by their places.
 */
function asShown(before: readonly ShownNode[], after: readonly ShownNode[]): ShownNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const keepsSelection = after.some(({ id, selected }) => selected && known.get(id)?.selected);
  const keepsNotes =
    countOfNotes(before) === countOfNotes(after) &&
    (keepsSelection || !after.some(({ selected }) => selected));
  return after.map((node) => {
    const last = known.get(node.id);
    // A node whose branches have changed must be measured again, because edges begin at the branches.
    const isSame = last && branchesOf(last) === branchesOf(node);
    const isKept = node.type === 'sticky' ? keepsNotes : keepsSelection;
    const selected = isKept ? (last?.selected ?? false) : node.selected;
    return { ...node, selected, measured: isSame ? last?.measured : undefined };
  });
}

function countOfNotes(nodes: readonly ShownNode[]): number {
  return nodes.filter(({ type }) => type === 'sticky').length;
}

/** The branches of a card; undefined for a note. */
function branchesOf(node: ShownNode): string | undefined {
  return node.type === 'card' ? node.data.branches.join() : undefined;
}

/** The edges of the view, and which of them are selected. */
export function useShownEdges(view: GraphView) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<Edge[]>([]);
  const edges = useMemo(() => {
    const drawn = flowEdges(view).map((edge): Edge => ({ ...edge, selected: selected.has(edge.id) }));
    return keepUnchanged(shown, drawn, shallowEqual);
  }, [view, selected, shown]);
  if (edges !== shown) setShown(edges);
  const onChange = useCallback((list: readonly EdgeChange[]) => {
    setSelected((before) => {
      const next = new Set(before);
      for (const change of list) {
        if (change.type === 'select') next[change.selected ? 'add' : 'delete'](change.id);
      }
      return next;
    });
  }, []);
  return [edges, onChange] as const;
}
