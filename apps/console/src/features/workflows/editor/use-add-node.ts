import { branchesOf, type NodeType } from '../catalogue.queries';
import type { Point } from '../graph/definition';
import { withNode } from './graph-edits';
import type { Editor } from './use-editor';

interface AddOptions {
  selected: string | undefined;
  onAdded: (id: string) => void;
}

/**
 * Returns a function that adds a node: where the node was dropped, otherwise after the selected node or after the last
 * one.
 */
export function useAddNode(
  editor: Editor,
  types: readonly NodeType[],
  { selected, onAdded }: AddOptions,
): (type: string, at?: Point) => void {
  return (type, at) => {
    const { graph } = editor.draft;
    const after = at ? undefined : (selected ?? graph.nodes.at(-1)?.id);
    const added = withNode(graph, { type, at, after }, (node) => branchesOf(types, node));
    editor.changeGraph(() => added.graph);
    onAdded(added.id);
  };
}
