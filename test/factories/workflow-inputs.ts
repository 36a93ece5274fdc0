import type { WorkflowInput } from '@app/domain';
import type { NodeDefinition } from '@app/workflow-engine';

/** Returns a valid workflow as a client sends it: start → set → end. */
export function workflowInput(overrides: Partial<WorkflowInput> = {}): WorkflowInput {
  return { name: 'Night setback', ...graphWith(setNode('set', 21)), ...overrides };
}

/** Returns the chain start → `node` → end. */
export function graphWith(node: NodeDefinition): Pick<WorkflowInput, 'nodes' | 'edges'> {
  return {
    nodes: [{ id: 'start', type: 'start', config: {} }, node, { id: 'end', type: 'end', config: {} }],
    edges: [
      { id: 'in', source: 'start', target: node.id },
      { id: 'out', source: node.id, target: 'end' },
    ],
  };
}

export function setNode(id: string, value: number): NodeDefinition {
  return { id, type: 'variable', config: { name: 'target', value } };
}

/** A node of a type that only administrators may use. */
export function databaseNode(query = 'SELECT id FROM area'): NodeDefinition {
  return { id: 'ask', type: 'database', config: { query } };
}
