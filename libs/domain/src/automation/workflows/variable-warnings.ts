import { inTurns, type Message } from '@app/kernel';
import { configCheck, type ExpressionNames, NAMES_IN_LOOPS, type Problem } from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { conditionFault } from './condition-fault';
import { CONDITION_NAMES } from './trigger-config';
import type { Workflow } from './workflow';

/**
 * Lists a warning for each field with an expression that reads an unknown variable whose name is similar to a known one.
 * Other unknown variables may be set at the worker only, or the expression has a default for them.
 * @param variables the names of the variables that this process has
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
    found.push(
      ...problems.map((problem) => ({ ...problem, path: `nodes[${index}].config.${problem.path}` })),
    );
  }
  return found.filter(isMisspeltVariable);
}

function conditionProblems(
  { type, config }: Workflow['trigger'],
  fields: ExpressionNames['fields'],
): Problem[] {
  const { condition } = config;
  if ((type !== 'state_change' && type !== 'event') || typeof condition !== 'string') return [];
  const fault = conditionFault(condition, CONDITION_NAMES[type], fields);
  return fault === null ? [] : [{ path: 'trigger.config.condition', ...fault }];
}

function isMisspeltVariable({ code, values }: Message): boolean {
  const { reason } = values;
  if (code === 'invalid_expression' && typeof reason === 'object') return isMisspeltVariable(reason);
  return code === 'misspelt_member' && values['object'] === 'env';
}
