import '@xyflow/react/dist/style.css';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
  type ReactFlowProps,
} from '@xyflow/react';
import { useWorkflowTexts } from '../workflows.texts';
import type { GraphEdge, Point } from './definition';
import { type GraphView, isNoteKey, type ShownNode } from './flow-elements';
import classes from './graph-canvas.module.css';
import { NodeCard } from './node-card';
import { StickyCard, WritesNotes } from './sticky-card';
import { useShownEdges, useShownNodes } from './use-shown-elements';

export interface GraphChanges {
  onMove: (positions: ReadonlyMap<string, Point>) => void;
  onConnect: (edge: GraphEdge) => void;
  onDelete: (nodeIds: readonly string[], edgeKeys: readonly string[]) => void;
  /** Adds the node that was dragged into the graph. */
  onDrop: (data: DataTransfer, at: Point) => void;
  /** Writes nodes to the clipboard. */
  onCopy: (data: DataTransfer, nodeIds: readonly string[]) => void;
  onPaste: (data: DataTransfer) => void;
  onWriteNote: (index: number, text: string) => void;
}

export interface CanvasProps extends GraphView {
  /** Describes the graph to screen readers. */
  label: string;
  height: number | string;
  onSelect?: (id: string | undefined) => void;
  /** If undefined, the graph cannot be changed. */
  changes?: GraphChanges;
}

const nodeTypes = { card: NodeCard, sticky: StickyCard };
/** With this smallest zoom, a phone shows three nodes beside each other. */
const FIT = { minZoom: 0.4, maxZoom: 1, padding: 0.1 };

/**
 * Nodes and edges that can be moved around, zoomed and selected, and changed in the editor. The editor draws the canvas
 * for each letter that the user types. All props of the library stay the same then, because each changed prop makes the
 * library compare all nodes.
 */
export default function GraphCanvas(props: CanvasProps) {
  const { label, height, onSelect, changes, graph, notes, isReplay, selected, branchesOf } = props;
  const colorMode = useComputedColorScheme('light');
  const view = useMemo(
    () => ({ graph, notes, isReplay, selected, branchesOf }),
    [graph, notes, isReplay, selected, branchesOf],
  );
  const [nodes, setNodes] = useShownNodes(view);
  const [edges, onEdgesChange] = useShownEdges(view);
  const [flow, setFlow] = useState<ReactFlowInstance<ShownNode>>();
  const canvas = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const canvasRef = useMergedRef(canvas, measured);
  const count = graph.nodes.length + (graph.notes?.length ?? 0);
  const canChange = Boolean(changes);
  // Fits the graph to the canvas again after a node or a note was added or removed.
  useEffect(() => {
    if (canChange && count > 0) void flow?.fitView(FIT);
  }, [flow, canChange, count]);
  // Fits the graph again after the width has changed, for example after a phone was turned.
  useEffect(() => {
    if (width > 0) void flow?.fitView(FIT);
  }, [flow, width]);
  const editing = useMemo(() => editingProps(changes, flow), [changes, flow]);
  const onNodesChange = useCallback(
    (list: NodeChange<ShownNode>[]) => {
      setNodes((current) => applyNodeChanges(list, current));
      const moved = movedIn(list);
      if (moved.size > 0) changes?.onMove(moved);
      const chosen = selectedIn(list);
      const node = chosen.findLast((id) => !isNoteKey(id));
      // The page shows the settings of nodes only.
      if (node !== undefined || (chosen.length > 0 && !keepsNode(list, flow))) onSelect?.(node);
    },
    [changes, flow, onSelect, setNodes],
  );
  useClipboard(changes, nodes);
  const ariaLabels = useAriaLabels(canChange);
  const moving = useMemo(
    () => ({
      onMoveStart: () => canvas.current?.setAttribute('data-moving', ''),
      onMoveEnd: () => canvas.current?.removeAttribute('data-moving'),
    }),
    [],
  );
  const onPaneClick = useCallback(() => onSelect?.(undefined), [onSelect]);
  return (
    <div ref={canvasRef} className={classes.canvas} style={{ height }}>
      <WritesNotes value={changes?.onWriteNote}>
        <ReactFlow
          aria-label={label}
          colorMode={colorMode}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onInit={setFlow}
          onPaneClick={onPaneClick}
          nodesDraggable={canChange}
          nodesConnectable={canChange}
          edgesFocusable={canChange}
          onlyRenderVisibleElements={graph.nodes.length > 100}
          fitView
          fitViewOptions={FIT}
          minZoom={0.1}
          ariaLabelConfig={ariaLabels}
          {...moving}
          {...editing}
        >
          <Background gap={20} />
          <Controls showInteractive={false} />
        </ReactFlow>
      </WritesNotes>
    </div>
  );
}

/** The props that allow changes; `changes` is undefined if the graph cannot be changed. */
function editingProps(
  changes: GraphChanges | undefined,
  flow: ReactFlowInstance<ShownNode> | undefined,
): Partial<ReactFlowProps<ShownNode>> {
  if (!changes) return { deleteKeyCode: null };
  return {
    onConnect: (connection) => changes.onConnect(edgeOf(connection)),
    onDragOver: (event) => event.preventDefault(),
    onDrop: (event) => {
      event.preventDefault();
      const { clientX: x, clientY: y, dataTransfer } = event;
      if (flow) changes.onDrop(dataTransfer, flow.screenToFlowPosition({ x, y }));
    },
    isValidConnection: ({ source, target }) => source !== target,
    connectionRadius: 32,
    onDelete: (deleted) =>
      changes.onDelete(
        deleted.nodes.map(({ id }) => id),
        deleted.edges.map(({ id }) => id),
      ),
    deleteKeyCode: ['Delete', 'Backspace'],
  };
}

/** Copies the selected nodes and pastes nodes by the keyboard, unless the user copies or pastes a text. */
function useClipboard(changes: GraphChanges | undefined, nodes: readonly ShownNode[]): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const ids = nodes.flatMap(({ id, selected, type }) => (selected && type === 'card' ? [id] : []));
    if (!changes || !event.clipboardData || ids.length === 0 || hasText(event.target)) return;
    event.preventDefault();
    changes.onCopy(event.clipboardData, ids);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (event.clipboardData && !hasText(event.target)) changes?.onPaste(event.clipboardData);
  });
  useEffect(() => {
    document.addEventListener('copy', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
    };
  }, []);
}

function hasText(target: EventTarget | null): boolean {
  const isField =
    target instanceof Element && target.closest('input, textarea, [contenteditable], [role=dialog]') !== null;
  return isField || !(getSelection()?.isCollapsed ?? true);
}

function useAriaLabels(canChange: boolean): ReactFlowProps['ariaLabelConfig'] {
  const t = useWorkflowTexts();
  return useMemo(
    () => ({
      'controls.ariaLabel': t('graphControls'),
      'controls.zoomIn.ariaLabel': t('zoomIn'),
      'controls.zoomOut.ariaLabel': t('zoomOut'),
      'controls.fitView.ariaLabel': t('fitView'),
      'node.a11yDescription.default': t(canChange ? 'nodeEditHelp' : 'nodeHelp'),
      'node.a11yDescription.keyboardDisabled': t('nodeHelp'),
      'edge.a11yDescription.default': t('edgeHelp'),
    }),
    [t, canChange],
  );
}

/** The new positions of nodes after a drag, or after they were moved by keys. */
function movedIn(list: readonly NodeChange<ShownNode>[]): Map<string, Point> {
  return new Map(
    list.flatMap((change) =>
      change.type === 'position' && change.position && !change.dragging ? [[change.id, change.position]] : [],
    ),
  );
}

/** The ids that become selected. */
function selectedIn(list: readonly NodeChange<ShownNode>[]): string[] {
  return list.flatMap((change) => (change.type === 'select' && change.selected ? [change.id] : []));
}

/** True if a node was selected before the changes, and stays selected. */
function keepsNode(
  list: readonly NodeChange<ShownNode>[],
  flow: ReactFlowInstance<ShownNode> | undefined,
): boolean {
  const left = new Set(
    list.flatMap((change) => (change.type === 'select' && !change.selected ? [change.id] : [])),
  );
  const nodes = flow?.getNodes() ?? [];
  return nodes.some(({ id, type, selected }) => selected && type === 'card' && !left.has(id));
}

function edgeOf({ source, target, sourceHandle }: Connection): GraphEdge {
  return { source, target, ...(sourceHandle && { label: sourceHandle }) };
}
