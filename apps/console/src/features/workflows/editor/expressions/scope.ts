import type { NodeType } from '../../catalogue.queries';
import type { Graph, GraphNode } from '../../graph/definition';
import type { ExecutionDetail } from '../../workflows.queries';

type Data = Record<string, unknown>;

/** The fields of trigger data, for completion before the first execution. Their values are unknown. */
const TRIGGER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  schedule: ['scheduledAt', 'firedAt'],
  sun: ['event', 'scheduledAt', 'firedAt'],
  state_change: ['code', 'value', 'previous', 'quality', 'timestamp'],
};

/** The names that conditions read if they are evaluated outside of an execution. */
export const CONDITION_DATA: Data = unknowns([
  'code',
  'value',
  'previous',
  'quality',
  'triggerData',
  'given',
  'env',
  'state',
]);

/** The data that the condition of a trigger reads. */
export function triggerScope(type: string, execution: ExecutionDetail | null): Data {
  const triggerData = triggerDataOf(type, execution);
  const fields = type === 'state_change' ? unknowns(['code', 'value', 'previous', 'quality']) : {};
  const known = Object.fromEntries(Object.keys(fields).map((name) => [name, triggerData[name]]));
  return { ...known, triggerData, env: {}, state: undefined };
}

/**
 * The data that a node can read: the trigger data, the outputs of the nodes before it, and the variables. The values
 * are those of the execution. Without an execution, only the names are known.
 */
export function nodeScope(
  graph: Graph,
  id: string,
  types: readonly NodeType[],
  { trigger, execution }: { trigger: string; execution: ExecutionDetail | null },
): Data {
  const before = ancestorsOf(graph, id);
  const nodes = graph.nodes.filter((node) => before.has(node.id));
  const last = lastResults(execution);
  const nodeOutputs = Object.fromEntries(
    nodes.map((node) => [node.id, { ...outputsOf(node, types), ...last.get(node.id)?.output }]),
  );
  const variables = Object.fromEntries(
    nodes
      .filter(({ type }) => type === 'variable')
      .map((node) => variableOf(node, last.get(node.id)?.output)),
  );
  const loop = nodes.find((node) => node.type === 'loop' && isInBody(graph, node.id, id));
  return {
    triggerData: triggerDataOf(trigger, execution),
    nodeOutputs,
    variables,
    ...(loop && itemOf(last.get(loop.id)?.input)),
    request: execution?.request ?? null,
    env: {},
  };
}

function triggerDataOf(type: string, execution: ExecutionDetail | null): Data {
  const given = execution?.triggerData;
  const real = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  return { ...unknowns(TRIGGER_FIELDS[type] ?? []), ...real };
}

function unknowns(names: readonly string[]): Data {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

function outputsOf({ type }: GraphNode, types: readonly NodeType[]): Data {
  return unknowns(types.find((one) => one.type === type)?.outputs.map(({ name }) => name) ?? []);
}

function variableOf({ config }: GraphNode, output: Data | undefined): [string, unknown] {
  const name = config?.name;
  return [typeof name === 'string' ? name : '', output?.value];
}

interface Result {
  input: Data;
  output: Data | undefined;
}

function lastResults(execution: ExecutionDetail | null): Map<string, Result> {
  const results = execution?.nodeResults ?? [];
  return new Map<string, Result>(
    results.map(({ nodeId, input, output }) => [nodeId, { input, output: output ?? undefined }]),
  );
}

/** The first item of a loop, as the body reads it. */
function itemOf(input: Data | undefined): Data {
  const items = input?.items;
  return { item: Array.isArray(items) ? (items as unknown[])[0] : undefined, index: 0 };
}

/** The nodes from which edges or error handlers lead to a node. */
function ancestorsOf({ nodes, edges }: Graph, id: string): Set<string> {
  const jumps = nodes.flatMap(({ id: source, onError }) =>
    onError?.gotoNodeId ? [{ source, target: onError.gotoNodeId }] : [],
  );
  const all = [...edges, ...jumps];
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { source, target } of all) {
      if (target !== next || found.has(source)) continue;
      found.add(source);
      open.push(source);
    }
  }
  return found;
}

/** Whether the body of a loop leads to a node. */
function isInBody({ edges }: Graph, loop: string, id: string): boolean {
  const reached = new Set<string>();
  const open = edges
    .filter(({ source, label }) => source === loop && label === 'body')
    .map(({ target }) => target);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next) || next === loop) continue;
    reached.add(next);
    open.push(...edges.filter(({ source }) => source === next).map(({ target }) => target));
  }
  return reached.has(id);
}
