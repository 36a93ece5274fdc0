import { Type } from '@sinclair/typebox';
import { defineNode, expressionField } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';

/**
 * Has two branches. The value of the expression is converted to a boolean as in `if (…)`. If the value is not a
 * boolean, it is logged.
 */
export const conditionNode = defineNode({
  type: 'condition',
  name: 'Condition',
  description:
    'Continues along `true` if the expression is true, otherwise along `false`. Other results count as in JavaScript: ' +
    '0, empty text and null are false, everything else is true.',
  category: 'condition',
  config: Type.Object({
    expression: expressionField(
      anyValue({
        title: 'Expression',
        description: 'The condition, as an expression.',
        examples: ['triggerData.value > 26', "nodeOutputs.weather.body.sky === 'clear'"],
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({ result: Type.Boolean({ description: 'Whether the expression was true.' }) }),
  ),
  branches: () => ['true', 'false'],
  branchWhenSkipped: 'false',
  needs: [],
  acts: false,
  outcomeOf: (output) => ({ kind: 'done', output, branch: JSON.stringify(output.result ?? null) }),
  run(step) {
    const { expression } = step.config;
    const result = Boolean(expression);
    if (typeof expression !== 'boolean') {
      step.log(`The value of the expression is ${JSON.stringify(expression)}, which counts as ${result}.`);
    }
    return { kind: 'done', output: { result }, branch: String(result) };
  },
});
