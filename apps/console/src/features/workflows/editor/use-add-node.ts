import { useCallback, useEffect, useRef } from 'react';
import { branchesOf, type NodeType } from '../catalogue.queries';
import type { GraphNode, Point } from '../graph/definition';
import { withNode } from './graph-edits';
import type { Editor } from './use-editor';

interface AddOptions {
  selected: string | undefined;
  onAdded: (node: GraphNode) => void;
}

/**
 * Returns a function that adds a node: where the node was dropped, otherwise after the selected node or after the last
 * one. It is always the same function, so that the palette is not drawn again for each letter that the user types.
 */
export function useAddNode(
  editor: Editor,
  types: readonly NodeType[],
  { selected, onAdded }: AddOptions,
): (type: string, at?: Point) => void {
  const add = (type: string, at?: Point) => {
    const { graph } = editor.draft;
    const after = at ? undefined : (selected ?? graph.nodes.at(-1)?.id);
    const added = withNode(graph, { type, at, after }, (node) => branchesOf(types, node));
    editor.changeGraph(() => added.graph);
    const node = added.graph.nodes.find(({ id }) => id === added.id);
    if (node) onAdded(node);
  };
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  return useCallback((type, at) => latest.current(type, at), []);
}
