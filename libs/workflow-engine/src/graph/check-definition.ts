import { say } from '@app/kernel';
import { jsonSize } from './json-size';
import { type Check, configCheck } from '../config/check-config';
import type { ExpressionNames } from '../expressions/expression';
import { NAMES, NAMES_IN_LOOPS } from '../expressions/expression-names';
import type { NodeCatalogue } from '../define-node';
import type { WorkflowDefinition } from '../definition';
import type { Json } from '../json';
import { checkEdges } from './check-edges';
import { checkFlow, checkReach } from './check-flow';
import { checkHandlers } from './check-handlers';
import type { DefinitionLimits } from './definition-limits';
import { Findings } from './findings';
import { outputFields } from './output-fields';
import { readDefinition, type DraftDefinition, type DraftNode } from './read-definition';
import { LOOP_TYPE, ROOT, START_TYPE, scopesOf, UNREACHED } from './scopes';
import { callableNodes } from './callable-nodes';

export interface CheckOptions {
  catalogue: NodeCatalogue;
  limits: DefinitionLimits;
}

/**
 * Lists the problems of a definition in the order of its parts, at most 200. If the list is empty, the definition can
 * run. The function accepts any value, takes linear time and never throws. Each step takes a few milliseconds, so that
 * the caller can let the event loop run in between.
 */
export function* definitionCheck(definition: WorkflowDefinition, { catalogue, limits }: CheckOptions): Check {
  const findings = new Findings();
  const size = jsonSize(definition as unknown as Json, limits.characters);
  if (size > limits.characters) {
    const fault =
      size === Infinity
        ? say('definition_too_deep')
        : say('definition_too_large', { most: limits.characters });
    // A definition that is too large or nested too deeply is not checked any further.
    return [{ path: '', ...fault }];
  }
  const read = readDefinition(definition, { catalogue, findings });
  if (read.nodes.length > limits.nodes) {
    findings.add('nodes', say('too_many_nodes', { found: read.nodes.length, most: limits.nodes }));
  }
  const starts = checkStart(read, findings);
  const faults = findings.problems.length;
  const jumps = checkHandlers(read, { limits, findings });
  const edges = checkEdges(read, { limits, findings });
  const isSound = findings.problems.length === faults && starts.length === 1;
  const isLoop = (place: number): boolean => read.nodes[place]?.type?.type === LOOP_TYPE;
  const wiring = { size: read.nodes.length, starts, isLoop, edges, jumps };
  const flow = { nodes: read.nodes, wiring, scopes: scopesOf(wiring), limits, findings };
  checkFlow(flow);
  if (isSound) checkReach(flow);
  const nodeOutputs = outputFields(read);
  const callable = callableNodes(read.nodes, flow.scopes);
  for (const [place, node] of read.nodes.entries()) {
    const names = flow.scopes[place] === ROOT ? NAMES : NAMES_IN_LOOPS;
    const fields = new Map([
      ['nodeOutputs', nodeOutputs],
      ['resumeUrl', callable(flow.scopes[place] ?? UNREACHED)],
    ]);
    yield* checkNodeConfig(node, { names, fields }, findings);
  }
  return findings.problems;
}

function checkStart({ nodes }: DraftDefinition, findings: Findings): number[] {
  const starts = nodes.flatMap((node, place) => (node.type?.type === START_TYPE ? [place] : []));
  if (starts.length === 0) findings.add('nodes', say('no_start', { type: START_TYPE }));
  for (const place of starts.slice(1)) {
    findings.add(`nodes[${place}].type`, say('second_start', { type: START_TYPE }));
  }
  return starts;
}

/**
 * Checks the configuration of a node. If the node type's own check throws because of an invalid configuration, this is
 * reported as a problem.
 */
function* checkNodeConfig(
  { type, config, path }: DraftNode,
  names: ExpressionNames,
  findings: Findings,
): Generator<void, void> {
  if (type === undefined || findings.isFull) return;
  try {
    const problems = yield* configCheck(type.config, config, names);
    findings.addWithin(`${path}.config`, problems);
    findings.addWithin(`${path}.config`, type.check?.(config) ?? []);
  } catch {
    findings.add(`${path}.config`, say('unchecked'));
  }
}
