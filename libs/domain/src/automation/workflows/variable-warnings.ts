import { inTurns } from '@app/kernel';
import { configCheck, type ExpressionNames, NAMES_IN_LOOPS, type Problem } from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { conditionFault } from './condition-fault';
import { CONDITION_NAMES } from './trigger-config';
import type { Workflow } from './workflow';

/** The sentence of the engine about an unknown field of `env`. */
const UNKNOWN_VARIABLE = /There is no ".+" in env[.;]/;

/**
 * Lists a warning for each field with an expression that reads an unknown variable. The variables belong to the worker,
 * so this is no problem: the worker may have other variables than this process.
 * @param variables the names of the known variables. If there are none, the worker probably has its own
 */
export async function variableWarnings(
  { trigger, nodes }: Pick<Workflow, 'trigger' | 'nodes'>,
  variables: readonly string[],
): Promise<Problem[]> {
  if (variables.length === 0) return [];
  const fields = new Map([['env', new Map(variables.map((name) => [name, undefined]))]]);
  const found = conditionProblems(trigger, fields);
  for (const [index, { type, config }] of nodes.entries()) {
    const schema = nodeCatalogue.get(type)?.config;
    if (!schema || !/\benv\b/.test(JSON.stringify(config))) continue;
    const problems = await inTurns(configCheck(schema, config, { names: NAMES_IN_LOOPS, fields }));
    found.push(...problems.map(({ path, message }) => ({ path: `nodes[${index}].config.${path}`, message })));
  }
  return found.filter(({ message }) => UNKNOWN_VARIABLE.test(message));
}

function conditionProblems(
  { type, config }: Workflow['trigger'],
  fields: ExpressionNames['fields'],
): Problem[] {
  const { condition } = config;
  if ((type !== 'state_change' && type !== 'event') || typeof condition !== 'string') return [];
  const message = conditionFault(condition, CONDITION_NAMES[type], fields);
  return message === null ? [] : [{ path: 'trigger.config.condition', message }];
}
