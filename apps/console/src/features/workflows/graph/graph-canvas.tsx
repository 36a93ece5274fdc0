import '@xyflow/react/dist/style.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
  type ReactFlowProps,
} from '@xyflow/react';
import { useWorkflowTexts } from '../workflows.texts';
import type { GraphEdge, Point } from './definition';
import { arrangementOf, type CardNode, flowEdges, flowNodes, type GraphView } from './flow-elements';
import classes from './graph-canvas.module.css';
import { NodeCard } from './node-card';

export interface GraphChanges {
  onMove: (positions: ReadonlyMap<string, Point>) => void;
  onConnect: (edge: GraphEdge) => void;
  onDelete: (nodeIds: readonly string[], edgeKeys: readonly string[]) => void;
  /** Adds the node that was dragged into the graph. */
  onDrop: (data: DataTransfer, at: Point) => void;
}

export interface CanvasProps extends GraphView {
  /** Describes the graph to screen readers. */
  label: string;
  height: number | string;
  onSelect?: (id: string | undefined) => void;
  /** If undefined, the graph cannot be changed. */
  changes?: GraphChanges;
}

const nodeTypes = { card: NodeCard };
/** With this smallest zoom, a phone shows three nodes beside each other. */
const FIT = { minZoom: 0.4, maxZoom: 1, padding: 0.1 };

/** Nodes and edges that can be moved around, zoomed and selected, and changed in the editor. */
export default function GraphCanvas(props: CanvasProps) {
  const { label, height, onSelect, changes, graph, notes, isReplay, selected, branchesOf } = props;
  const t = useWorkflowTexts();
  const colorMode = useComputedColorScheme('light');
  const view = useMemo(
    () => ({ graph, notes, isReplay, selected, branchesOf }),
    [graph, notes, isReplay, selected, branchesOf],
  );
  const [nodes, setNodes] = useShownNodes(view);
  const edges = useShownEdges(view);
  const [flow, setFlow] = useState<ReactFlowInstance<CardNode>>();
  const canvas = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const canvasRef = useMergedRef(canvas, measured);
  const count = graph.nodes.length;
  const canChange = Boolean(changes);
  // Fits the graph to the canvas again after a node was added or removed.
  useEffect(() => {
    if (canChange && count > 0) void flow?.fitView(FIT);
  }, [flow, canChange, count]);
  // Fits the graph again after the width has changed, for example after a phone was turned.
  useEffect(() => {
    if (width > 0) void flow?.fitView(FIT);
  }, [flow, width]);
  const editing: Partial<ReactFlowProps<CardNode>> = changes
    ? {
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
      }
    : { deleteKeyCode: null };
  return (
    <div ref={canvasRef} className={classes.canvas} style={{ height }}>
      <ReactFlow
        aria-label={label}
        colorMode={colorMode}
        nodes={nodes}
        edges={edges.shown}
        nodeTypes={nodeTypes}
        onNodesChange={(list) => {
          setNodes((current) => applyNodeChanges(list, current));
          const moved = movedIn(list);
          if (moved.size > 0) changes?.onMove(moved);
          const change = list.findLast((one) => one.type === 'select' && one.selected);
          if (change?.type === 'select') onSelect?.(change.id);
        }}
        onEdgesChange={edges.onChange}
        onInit={setFlow}
        onMoveStart={() => canvas.current?.setAttribute('data-moving', '')}
        onMoveEnd={() => canvas.current?.removeAttribute('data-moving')}
        onPaneClick={() => onSelect?.(undefined)}
        nodesDraggable={Boolean(changes)}
        nodesConnectable={Boolean(changes)}
        edgesFocusable={Boolean(changes)}
        onlyRenderVisibleElements={graph.nodes.length > 100}
        fitView
        fitViewOptions={FIT}
        minZoom={0.1}
        ariaLabelConfig={{
          'controls.ariaLabel': t('graphControls'),
          'controls.zoomIn.ariaLabel': t('zoomIn'),
          'controls.zoomOut.ariaLabel': t('zoomOut'),
          'controls.fitView.ariaLabel': t('fitView'),
          'node.a11yDescription.default': t(changes ? 'nodeEditHelp' : 'nodeHelp'),
          'node.a11yDescription.keyboardDisabled': t('nodeHelp'),
          'edge.a11yDescription.default': t('edgeHelp'),
        }}
        {...editing}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

/** The new positions of nodes after a drag, or after they were moved by keys. */
function movedIn(list: readonly NodeChange<CardNode>[]): Map<string, Point> {
  return new Map(
    list.flatMap((change) =>
      change.type === 'position' && change.position && !change.dragging ? [[change.id, change.position]] : [],
    ),
  );
}

/** The nodes of the view, with the sizes that the library has measured. During a drag, they follow the pointer. */
function useShownNodes(view: GraphView) {
  const { graph, branchesOf } = view;
  const arrangement = useMemo(() => arrangementOf({ graph, branchesOf }), [graph, branchesOf]);
  const [shown, setShown] = useState(view);
  const [nodes, setNodes] = useState(() => flowNodes(view, arrangement));
  if (shown !== view) {
    const before = new Map(nodes.map((node) => [node.id, node]));
    setShown(view);
    setNodes(
      flowNodes(view, arrangement).map((node) => {
        const known = before.get(node.id);
        // A node whose branches have changed must be measured again, because edges begin at the branches.
        const isSame = known?.data.branches.join() === node.data.branches.join();
        return { ...node, measured: isSame ? known?.measured : undefined };
      }),
    );
  }
  return [nodes, setNodes] as const;
}

function useShownEdges(view: GraphView) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(
    () => flowEdges(view).map((edge): Edge => ({ ...edge, selected: selected.has(edge.id) })),
    [view, selected],
  );
  const onChange: ReactFlowProps['onEdgesChange'] = (list) => {
    const next = new Set(selected);
    for (const change of list) {
      if (change.type === 'select') next[change.selected ? 'add' : 'delete'](change.id);
    }
    setSelected(next);
  };
  return { shown, onChange };
}

function edgeOf({ source, target, sourceHandle }: Connection): GraphEdge {
  return { source, target, ...(sourceHandle && { label: sourceHandle }) };
}
