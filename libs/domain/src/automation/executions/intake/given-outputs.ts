import { DomainError, listNames, say } from '@app/kernel';
import {
  type CompiledGraph,
  isJsonObject,
  type JsonObject,
  type NodeOutcome,
  type NodeType,
  type Problem,
} from '@app/workflow-engine';
import type { GivenOutputs } from './execution-request';

/** Maximum number of branches that an error message lists. */
const MAX_LISTED = 10;

/**
 * Returns the outcome of a node whose output the caller of a dry run supplied; null if nodes of this type do not accept
 * a supplied output.
 */
export function outcomeWithOutput(type: NodeType, output: JsonObject): NodeOutcome | null {
  return type.outcomeOf ? type.outcomeOf(output) : { kind: 'done', output };
}

/**
 * Checks the outputs that the caller of a dry run has sent.
 * @param maxCharacters maximum length of all outputs together, as JSON
 * @throws DomainError invalid, with a detail for each node
 */
export function checkedOutputs(graph: CompiledGraph, outputs: object, maxCharacters: number): GivenOutputs {
  const problems =
    JSON.stringify(outputs).length > maxCharacters
      ? [{ path: 'outputs', ...say('outputs_too_large', { most: maxCharacters }) }]
      : Object.entries(outputs).flatMap(([id, output]) => problemsOf(graph, id, output));
  const [first] = problems;
  if (first) throw DomainError.invalid(`${first.path} ${first.message}.`, problems);
  return outputs as GivenOutputs;
}

function problemsOf(graph: CompiledGraph, id: string, output: unknown): Problem[] {
  const path = `outputs.${id.slice(0, 100)}`;
  const node = graph.find(id);
  if (!node) return [{ path, ...say('not_node_of_workflow') }];
  if (!isJsonObject(output)) return [{ path, ...say('not_output') }];
  const { type, branches } = node;
  const outcome = outcomeWithOutput(type, output);
  if (!outcome) {
    return [{ path, ...say('output_of_loop') }];
  }
  if (outcome.kind !== 'done' || outcome.branch === undefined || branches.has(outcome.branch)) return [];
  const labels = listNames(branches.keys(), MAX_LISTED);
  return [{ path, ...say('output_without_branch', { branches: labels }) }];
}
