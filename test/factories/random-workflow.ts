import fc from 'fast-check';
import type {
  EdgeDefinition,
  ErrorHandler,
  NodeDefinition,
  StepOutcome,
  WorkflowDefinition,
} from '@app/workflow-engine';
import { nameOf, type Script } from './trial-execution';

type Kind = 'work' | 'parallel' | 'condition' | 'switch' | 'loop' | 'delay';
/** A `recovers` node fails once and is retried. A `skipped` node always fails. */
type Failing = 'never' | 'recovers' | 'skipped';

export interface RandomNode {
  kind: Kind;
  failing: Failing;
  /** The edges from earlier nodes of the same scope to this node. */
  links: { from: number; label: number }[];
  /** Whether this node also has an edge from the enclosing loop. */
  entry: boolean;
  body: RandomNode[];
}

const BRANCHES: Partial<Record<Kind, readonly string[]>> = {
  condition: ['true', 'false'],
  switch: ['x', 'y', 'default'],
  loop: ['done'],
};

/**
 * Generates the nodes of one scope: conditions, switches, splits, joins and nested loops. An edge leads only to a later
 * node.
 */
export function randomNodes(most: number, depth = 2): fc.Arbitrary<RandomNode[]> {
  const common = {
    failing: fc.constantFrom<Failing>('never', 'never', 'never', 'recovers', 'skipped'),
    links: fc.array(fc.record({ from: fc.nat(20), label: fc.nat(5) }), { minLength: 1, maxLength: 3 }),
    entry: fc.boolean(),
  };
  const kind = fc.constantFrom<Kind>('work', 'work', 'parallel', 'condition', 'switch', 'delay');
  const single = fc.record({ ...common, kind, body: fc.constant<RandomNode[]>([]) });
  const options = { minLength: 1, maxLength: most };
  if (depth === 0) return fc.array(single, options);
  const loop = fc.record({ ...common, kind: fc.constant<Kind>('loop'), body: randomNodes(4, depth - 1) });
  return fc.array(fc.oneof({ arbitrary: single, weight: 4 }, { arbitrary: loop, weight: 1 }), options);
}

/** Builds the definition of these nodes, with ids such as `condition4`. */
export function definitionOf(
  nodes: readonly RandomNode[],
  handlerOf: (node: RandomNode) => ErrorHandler | undefined = handlerFor,
): WorkflowDefinition {
  const definition: WorkflowDefinition = { nodes: [{ id: 'start', type: 'start', config: {} }], edges: [] };
  addScope(definition, nodes, { handlerOf, around: 'start', entryLabel: undefined });
  return definition;
}

interface ScopeOptions {
  handlerOf: (node: RandomNode) => ErrorHandler | undefined;
  /** The node from which edges lead into the scope: `start` or the loop. */
  around: string;
  entryLabel: string | undefined;
}

function addScope(definition: WorkflowDefinition, nodes: readonly RandomNode[], options: ScopeOptions): void {
  const ids: string[] = [];
  nodes.forEach((node, index) => {
    const id = addNode(definition, node, options);
    if (index === 0 || (node.entry && options.entryLabel !== undefined)) {
      addEdge(definition, options.around, id, options.entryLabel);
    }
    for (const { from, label } of index === 0 ? [] : node.links) {
      const source = from % index;
      const labels = BRANCHES[nodes[source]?.kind ?? 'work'];
      addEdge(definition, ids[source] ?? '', id, labels?.[label % labels.length]);
    }
    ids.push(id);
    if (node.kind === 'loop') addScope(definition, node.body, { ...options, around: id, entryLabel: 'body' });
  });
}

function addNode(definition: WorkflowDefinition, node: RandomNode, { handlerOf }: ScopeOptions): string {
  const id = `${node.kind}${definition.nodes.length}${node.failing === 'never' ? '' : `.${node.failing}`}`;
  const onError = handlerOf(node);
  const added: NodeDefinition = {
    id,
    type: node.kind === 'delay' ? 'work' : node.kind,
    config: node.kind === 'switch' ? { labels: ['x', 'y'] } : {},
    ...(onError !== undefined && { onError }),
  };
  definition.nodes.push(added);
  return id;
}

function addEdge(
  { edges }: WorkflowDefinition,
  source: string,
  target: string,
  label: string | undefined,
): void {
  const edge: EdgeDefinition = {
    id: `e${edges.length}`,
    source,
    target,
    ...(label !== undefined && { label }),
  };
  const isThere = edges.some(
    (other) => other.source === source && other.target === target && other.label === label,
  );
  if (!isThere) edges.push(edge);
}

function handlerFor({ failing }: RandomNode): ErrorHandler | undefined {
  if (failing === 'skipped') return { action: 'skip' };
  return failing === 'recovers' ? { action: 'retry', retryCount: 1, retryDelayMs: 20 } : undefined;
}

/** Returns a pseudo-random number that depends only on the seed and the name of the run, not on the order of runs. */
export function choiceOf(name: string, seed: number): number {
  let hash = seed | 0;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Creates the script of a random workflow. The name of each run determines its branch, items and delay. */
export function randomScript(seed: number): Script {
  return (run) => {
    const { nodeId } = run.token;
    const failing = nodeId.split('.')[1];
    if (failing === 'skipped' || (failing === 'recovers' && run.attempt === 1)) {
      return { kind: 'failed', error: { code: 'broken', message: `${nodeId} failed.` } };
    }
    return outcomeOf(nameOf(run), nodeId, choiceOf(nameOf(run), seed), run.atMs);
  };
}

function outcomeOf(name: string, nodeId: string, choice: number, atMs: number): StepOutcome {
  const kind = /^[a-z]+/.exec(nodeId)?.[0] ?? '';
  const output = { ran: name };
  if (kind === 'loop') {
    const items = Array.from({ length: choice % 4 }, (_, index) => index);
    return { kind: 'iterate', items, concurrency: 1 + (choice % 3) };
  }
  if (kind === 'delay') return { kind: 'wait', untilMs: atMs + (choice % 50), output };
  const branches = BRANCHES[kind as Kind];
  const variables = { [`by ${name}`]: choice };
  return { kind: 'done', output, variables, ...(branches && { branch: branches[choice % branches.length] }) };
}
