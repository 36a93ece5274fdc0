import { Type } from '@sinclair/typebox';
import { defineNode, isJsonObject } from '@app/workflow-engine';
import { anyValue } from './any-value';

/** Ends the execution successfully. Active nodes of other branches finish, and no further node starts. */
export const endNode = defineNode({
  type: 'end',
  name: 'End',
  description:
    'Ends the execution successfully. Active nodes of other branches finish, and no further node starts.',
  category: 'control',
  config: Type.Object({
    output: Type.Optional(
      anyValue({
        title: 'Output',
        description:
          'Result of the workflow. An object becomes the output itself. Any other value becomes the field `value` of the output.',
        examples: [{ total: '{{ variables.total }}' }],
      }),
    ),
  }),
  outputs: [],
  needs: [],
  acts: false,
  outcomeOf: (output) => ({ kind: 'stop', output }),
  run({ config: { output = {} } }) {
    return { kind: 'stop', output: isJsonObject(output) ? output : { value: output } };
  },
});
