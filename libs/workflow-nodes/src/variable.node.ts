import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { variableName } from './variable-name';

const description = 'Letters, digits, _ and $. The first character must not be a digit.';

/** Sets a variable of the execution. Parallel branches share the variable, and the last write wins. */
export const variableNode = defineNode({
  type: 'variable',
  name: 'Variable',
  description:
    'Sets a variable of the execution. Expressions read it as `variables.<name>`. All branches share it.',
  category: 'action',
  config: Type.Object({
    name: variableName({ title: 'Name', description, examples: ['total'] }),
    value: anyValue({
      title: 'Value',
      description:
        'Any value. If the text is a single {{ expression }}, the variable gets the value of the ' +
        'expression with its type.',
      examples: ['{{ variables.total + item.energyKwh }}', 21.5, { room: 'A 101' }],
    }),
  }),
  outputs: describeData(
    Type.Object({
      name: Type.String({ description: 'Name of the variable.' }),
      value: anyValue({ description: 'New value of the variable.' }),
    }),
  ),
  needs: [],
  acts: false,
  outcomeOf: (output) => ({
    kind: 'done',
    output,
    variables: typeof output.name === 'string' ? { [output.name]: output.value ?? null } : {},
  }),
  run({ config: { name, value } }) {
    return { kind: 'done', output: { name, value }, variables: { [name]: value } };
  },
});
