import type {
  EdgeDefinition,
  JsonObject,
  NodeDefinition,
  StepOutcome,
  WorkflowDefinition,
} from '@app/workflow-engine';

/** The result of one node run. It does not depend on the order in which runs are reported. */
export interface ReferenceResult {
  name: string;
  status: 'success' | 'skipped';
  attempts: number;
  output: JsonObject | null;
}

type Attempt = (nodeId: string, frame: string, attempt: number) => StepOutcome;

/**
 * A reference model of workflows that stores no state. It runs the nodes in the order of the definition, in which every
 * edge must lead forward. It runs the iterations of a loop one after another. Error handlers may skip or retry, but not
 * jump.
 */
export function referenceRun(definition: WorkflowDefinition, attempt: Attempt): ReferenceResult[] {
  const results: ReferenceResult[] = [];
  runScope(definition, { loop: undefined, frame: '', attempt, results });
  return results;
}

interface Scope {
  loop: string | undefined;
  frame: string;
  attempt: Attempt;
  results: ReferenceResult[];
}

/** The branch that an execution took after a node; `by` is undefined for a node without branches. */
type Left = { by: string | undefined };

function runScope(definition: WorkflowDefinition, scope: Scope): void {
  const left = new Map<string, Left>();
  const isLive = (edge: EdgeDefinition): boolean =>
    edge.source === scope.loop
      ? edge.label === 'body'
      : left.has(edge.source) && left.get(edge.source)?.by === edge.label;
  for (const node of definition.nodes) {
    if (innermostLoop(definition, node.id) !== scope.loop) continue;
    const edges = definition.edges.filter((edge) => edge.target === node.id);
    if (node.type === 'start' || edges.some(isLive)) left.set(node.id, runNode(definition, node, scope));
  }
}

function runNode(definition: WorkflowDefinition, node: NodeDefinition, scope: Scope): Left {
  const name = scope.frame === '' ? node.id : `${scope.frame}/${node.id}`;
  const tries = 1 + (node.onError?.action === 'retry' ? (node.onError.retryCount ?? 0) : 0);
  let attempts = 1;
  let outcome = scope.attempt(node.id, scope.frame, attempts);
  for (; outcome.kind === 'failed' && attempts < tries; attempts += 1) {
    outcome = scope.attempt(node.id, scope.frame, attempts + 1);
  }
  const end = (status: 'success' | 'skipped', output: JsonObject | null, by?: string): Left => {
    scope.results.push({ name, status, attempts, output });
    return { by };
  };
  switch (outcome.kind) {
    case 'failed':
      return end('skipped', null, { condition: 'false', switch: 'default', loop: 'done' }[node.type]);
    case 'iterate':
      outcome.items.forEach((_, index) =>
        runScope(definition, { ...scope, loop: node.id, frame: `${name}[${index}]` }),
      );
      return end('success', { count: outcome.items.length }, 'done');
    case 'done':
      return end('success', outcome.output, outcome.branch);
    case 'poll':
      throw new Error('The reference model does not support nodes that poll.');
    default:
      return end('success', outcome.output);
  }
}

const reaches = new WeakMap<WorkflowDefinition, Map<string, Set<string>>>();

/**
 * Returns the innermost loop whose body contains the node: of all these loops, the one whose `body` reaches the fewest
 * nodes.
 */
function innermostLoop(definition: WorkflowDefinition, nodeId: string): string | undefined {
  let bodies = reaches.get(definition);
  if (bodies === undefined) {
    const loops = definition.nodes.filter((node) => node.type === 'loop');
    bodies = new Map(loops.map((loop) => [loop.id, bodyOf(definition, loop.id)]));
    reaches.set(definition, bodies);
  }
  const around = [...bodies].filter(([, body]) => body.has(nodeId));
  return around.toSorted(([, a], [, b]) => a.size - b.size)[0]?.[0];
}

function bodyOf({ edges }: WorkflowDefinition, loopId: string): Set<string> {
  const body = new Set(
    edges.filter((edge) => edge.source === loopId && edge.label === 'body').map((edge) => edge.target),
  );
  for (const id of body) for (const edge of edges) if (edge.source === id) body.add(edge.target);
  return body;
}
