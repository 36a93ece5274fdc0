import { jsonSize } from './json-size';
import { type Check, configCheck } from '../config/check-config';
import type { ExpressionNames } from '../expressions/expression';
import type { NodeCatalogue } from '../define-node';
import { finished } from '../finished';
import type { Problem, WorkflowDefinition } from '../definition';
import type { Json } from '../json';
import { checkEdges } from './check-edges';
import { checkFlow, checkReach } from './check-flow';
import { checkHandlers } from './check-handlers';
import type { DefinitionLimits } from './definition-limits';
import { Findings } from './findings';
import { readDefinition, type DraftDefinition, type DraftNode } from './read-definition';
import { LOOP_TYPE, ROOT, START_TYPE, scopesOf } from './scopes';

export interface CheckOptions {
  catalogue: NodeCatalogue;
  limits: DefinitionLimits;
}

/** What expressions can name: everywhere, and in the bodies of loops. */
const NAMES = ['triggerData', 'variables', 'nodeOutputs', 'env'];
const NAMES_IN_LOOPS = [...NAMES, 'item', 'index'];

/**
 * All that is wrong with a definition, in the order of its parts (200 faults at most); empty if it can be run. Takes a
 * definition of any shape, in time that grows with its size, and never throws.
 */
export function checkDefinition(definition: WorkflowDefinition, options: CheckOptions): Problem[] {
  return finished(definitionCheck(definition, options));
}

/** As `checkDefinition`, in steps of some milliseconds at most: the caller may let others run between them. */
export function* definitionCheck(definition: WorkflowDefinition, { catalogue, limits }: CheckOptions): Check {
  const findings = new Findings();
  const size = jsonSize(definition as unknown as Json, limits.characters);
  if (size > limits.characters) {
    const fault =
      size === Infinity ? 'is nested too deeply' : `has more than ${limits.characters} characters as JSON`;
    // What is in it is not looked at.
    return [{ path: '', message: `The definition ${fault}.` }];
  }
  const read = readDefinition(definition, { catalogue, findings });
  if (read.nodes.length > limits.nodes) {
    findings.add('nodes', `has ${read.nodes.length} nodes; ${limits.nodes} at most`);
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
  const properties = new Map([['nodeOutputs', new Set(read.places.keys())]]);
  for (const [place, node] of read.nodes.entries()) {
    const names = flow.scopes[place] === ROOT ? NAMES : NAMES_IN_LOOPS;
    yield* checkNodeConfig(node, { names, properties }, findings);
  }
  return findings.problems;
}

function checkStart({ nodes }: DraftDefinition, findings: Findings): number[] {
  const starts = nodes.flatMap((node, place) => (node.type?.type === START_TYPE ? [place] : []));
  if (starts.length === 0) findings.add('nodes', `must have one node of type ${START_TYPE}, and has none`);
  for (const place of starts.slice(1)) {
    findings.add(`nodes[${place}].type`, `is ${START_TYPE} like that of another node; a workflow has one`);
  }
  return starts;
}

/** Types come with checks of their own, which may not expect just any configuration. */
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
    findings.add(`${path}.config`, 'cannot be understood');
  }
}
