import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '@app/config';
import { type Actor, DomainError, inTurns, type Message, roleCovers, say } from '@app/kernel';
import {
  type CompiledGraph,
  compileGraph,
  definitionCheck,
  type DefinitionLimits,
  type ExecutionLimits,
  type Problem,
  type WorkflowDefinition,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { nodeProblems } from './node-problems';
import { triggerProblems } from './trigger-config';
import type { Trigger } from './workflow';

/** Maximum number of problems that are reported, or stored with a draft. */
const MAX_PROBLEMS = 100;

/**
 * Lists the problems that keep a workflow from running. Yields to the event loop while it checks a large definition.
 */
export async function problemsOf(
  definition: WorkflowDefinition,
  { type, config, unknown }: Trigger,
  environment: Environment,
): Promise<Problem[]> {
  const options = { catalogue: nodeCatalogue, limits: definitionLimits(environment) };
  const found = await inTurns(definitionCheck(definition, options));
  return [...found, ...nodeProblems(definition, type), ...triggerProblems(type, config, unknown)].slice(
    0,
    MAX_PROBLEMS,
  );
}

export function compile(definition: WorkflowDefinition, environment: Environment): CompiledGraph {
  return compileGraph(definition, { catalogue: nodeCatalogue, limits: executionLimits(environment) });
}

/**
 * Refuses a definition that is too large to store. This also applies to drafts.
 * @throws DomainError invalid
 */
export function assertStorable(
  definition: WorkflowDefinition,
  { config, unknown }: Trigger,
  { LIMIT_WORKFLOW_NODES, LIMIT_WORKFLOW_CHARACTERS, LIMIT_WORKFLOW_EXPRESSIONS }: Environment,
): void {
  if (definition.nodes.length > LIMIT_WORKFLOW_NODES) {
    throw tooLarge(say('too_many_entries', { most: LIMIT_WORKFLOW_NODES }));
  }
  const textOf = (stored: object) => JSON.stringify([stored, config, ...(unknown ? [unknown] : [])]);
  if (textOf(definition).length > LIMIT_WORKFLOW_CHARACTERS) {
    throw tooLarge(say('too_much_json', { most: LIMIT_WORKFLOW_CHARACTERS }));
  }
  // This counts templates: in JSON, `{{` can occur only inside a string.
  if (textOf({ ...definition, notes: undefined }).split('{{').length - 1 > LIMIT_WORKFLOW_EXPRESSIONS) {
    throw tooLarge(say('too_many_expressions', { most: LIMIT_WORKFLOW_EXPRESSIONS, marks: '{{ }}' }));
  }
}

/**
 * Some nodes are reserved for administrators. Other roles may neither add such a node nor change a graph that contains
 * one, because the effect of a node depends on the nodes around it. Moving a node on the screen and writing a note do not
 * count as a change.
 * @param before the stored graph; null for a new workflow
 * @throws DomainError forbidden
 */
export function assertMayDefine(
  actor: Actor,
  before: WorkflowDefinition | null,
  after: WorkflowDefinition,
): void {
  if (before && isDeepStrictEqual(withoutPositions(before), withoutPositions(after))) return;
  for (const { id, type } of [...(before?.nodes ?? []), ...after.nodes]) {
    const lowestRole = nodeCatalogue.get(type)?.lowestRole;
    if (lowestRole === undefined || roleCovers(actor.role, lowestRole)) continue;
    const message = `Only the role ${lowestRole} may define a workflow with a ${type} node (${id.slice(0, 100)}).`;
    throw new DomainError('forbidden', 'forbidden', message);
  }
}

function withoutPositions({ nodes, edges }: WorkflowDefinition): WorkflowDefinition {
  return { nodes: nodes.map((node) => ({ ...node, position: undefined })), edges };
}

function tooLarge(fault: Message): DomainError {
  const message = `The workflow is too large: nodes ${fault.message}.`;
  return DomainError.invalid(message, [{ path: 'nodes', ...fault }]);
}

function definitionLimits(environment: Environment): DefinitionLimits {
  return {
    nodes: environment.LIMIT_WORKFLOW_NODES,
    characters: environment.LIMIT_WORKFLOW_CHARACTERS,
    branches: environment.LIMIT_WORKFLOW_BRANCHES,
    depth: environment.LIMIT_WORKFLOW_DEPTH,
    retries: environment.LIMIT_NODE_RETRIES,
    retryDelayMs: environment.LIMIT_NODE_RETRY_DELAY_MS,
  };
}

function executionLimits(environment: Environment): ExecutionLimits {
  return {
    steps: environment.LIMIT_EXECUTION_STEPS,
    loopItems: environment.LIMIT_EXECUTION_LOOP_ITEMS,
    atOnce: environment.LIMIT_EXECUTION_AT_ONCE,
    gotos: environment.LIMIT_EXECUTION_GOTOS,
    inputSize: environment.LIMIT_NODE_INPUT_CHARACTERS,
    outputSize: environment.LIMIT_NODE_OUTPUT_CHARACTERS,
    stateSize: environment.LIMIT_EXECUTION_CHARACTERS,
  };
}
