import { useCallback, useEffect, useMemo, useRef } from 'react';
import { branchesOf, type NodeType } from '../catalogue.queries';
import type { GraphNode, Point } from '../graph/definition';
import type { Notes } from '../graph/flow-elements';
import type { GraphChanges } from '../graph/graph-canvas';
import { WorkflowGraph } from '../graph/workflow-graph';
import { useWorkflowTexts } from '../workflows.texts';
import type { View } from './editor-toolbar';
import { copied, readCopied } from './copied-nodes';
import { connected, moved, withCopies, without } from './graph-edits';
import { NodeList } from './node-list';
import { DRAGGED_TYPE } from './palette';
import type { Editor } from './use-editor';

interface EditorCanvasProps {
  editor: Editor;
  types: readonly NodeType[];
  view: View;
  notes: Notes;
  isReplay: boolean;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  onAdd: (type: string, at: Point) => void;
}

/** The nodes as a graph that can be changed, or as a list. */
export function EditorCanvas(props: EditorCanvasProps) {
  const { editor, types, view, notes, isReplay, selected, onSelect, onAdd } = props;
  const t = useWorkflowTexts();
  const { graph, name } = editor.draft;
  const branches = useCallback((node: GraphNode) => branchesOf(types, node), [types]);
  const label = t('graphOf', { name });
  const { changeGraph } = editor;
  const latest = useRef(graph);
  useEffect(() => {
    latest.current = graph;
  });
  const changes = useMemo(
    (): GraphChanges => ({
      onMove: (positions) =>
        changeGraph((current) => moved(current, positions), `move ${[...positions.keys()].join(' ')}`),
      onConnect: (edge) => changeGraph((current) => connected(current, edge)),
      onDelete: (ids, keys) => {
        changeGraph((current) => without(current, ids, keys));
        if (selected !== undefined && ids.includes(selected)) onSelect(undefined);
      },
      onDrop: (data, at) => {
        const type = data.getData(DRAGGED_TYPE);
        if (type) onAdd(type, at);
      },
      onCopy: (data, ids) => data.setData('text/plain', copied(latest.current, ids)),
      onWriteNote: (place, text) =>
        changeGraph(
          (current) => ({
            ...current,
            notes: current.notes?.map((note, index) => (index === place ? { ...note, text } : note)),
          }),
          `note ${place}`,
        ),
      onPaste: (data) => {
        const fragment = readCopied(data.getData('text/plain'));
        if (!fragment) return;
        const pasted = withCopies(latest.current, fragment);
        if (pasted.ids.length === 0) return;
        changeGraph(() => pasted.graph);
        onSelect(pasted.ids[0]);
      },
    }),
    [changeGraph, selected, onSelect, onAdd],
  );
  if (view === 'list') {
    return <NodeList label={label} graph={graph} notes={notes} selected={selected} onSelect={onSelect} />;
  }
  return (
    <WorkflowGraph
      label={label}
      height="max(420px, calc(100vh - 220px))"
      graph={graph}
      notes={notes}
      isReplay={isReplay}
      selected={selected}
      branchesOf={branches}
      onSelect={onSelect}
      changes={changes}
    />
  );
}
