import type { components } from '../../../api/plantroom';
import type { NodeType } from '../catalogue.queries';
import { branchesOf } from '../catalogue.queries';
import { type Config, type Graph, graphOf } from '../graph/definition';
import type { Workflow } from '../workflows.queries';
import { placed } from './graph-edits';

export const MODES = ['parallel', 'single', 'queued', 'restart'] as const;
export type Mode = (typeof MODES)[number];

/** The fields of a workflow that the editor changes. */
export interface Draft {
  name: string;
  description: string;
  mode: Mode;
  enabled: boolean;
  trigger: { type: string; config: Config };
  graph: Graph;
}

export type WorkflowBody = components['schemas']['WorkflowInputDto'];

/** A workflow as it may be written by hand, for example in a recipe. */
export interface WrittenWorkflow {
  name: string;
  description?: string | null;
  mode?: Mode;
  enabled?: boolean;
  trigger?: { type: string; config?: Config | null };
  nodes: Graph['nodes'];
  edges: Graph['edges'];
  notes?: Graph['notes'];
}

export function draftOf(workflow: Workflow | WrittenWorkflow, types: readonly NodeType[]): Draft {
  const { name, description, mode = 'parallel', enabled = true, trigger } = workflow;
  return {
    name,
    description: description ?? '',
    mode,
    enabled,
    trigger: { type: trigger?.type ?? 'manual', config: trigger?.config ?? {} },
    graph: placed(graphOf(workflow as Workflow), (node) => branchesOf(types, node)),
  };
}

/** A new workflow is disabled, so that its trigger cannot start it before it is complete. */
export function emptyDraft(name: string): Draft {
  return {
    name,
    description: '',
    mode: 'parallel',
    enabled: false,
    trigger: { type: 'manual', config: {} },
    graph: { nodes: [{ id: 'start', type: 'start', config: {}, position: { x: 0, y: 0 } }], edges: [] },
  };
}

/** The definition as the API checks it. */
export function definitionOf({ graph, trigger }: Draft): Pick<WorkflowBody, 'nodes' | 'edges' | 'trigger'> {
  const { nodes, edges } = graph;
  // The types of the API allow only valid definitions, but a draft may be invalid.
  return { nodes, edges, trigger } as Pick<WorkflowBody, 'nodes' | 'edges' | 'trigger'>;
}

export function bodyOf(draft: Draft): WorkflowBody {
  const { name, description, mode, enabled } = draft;
  return {
    ...definitionOf(draft),
    notes: [...(draft.graph.notes ?? [])],
    name: name.trim(),
    description: description.trim() || null,
    mode,
    enabled,
  };
}
