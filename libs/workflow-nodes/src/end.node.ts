import { Type } from '@sinclair/typebox';
import { defineNode, isJsonObject } from '@app/workflow-engine';
import { anyValue } from './any-value';

/** Ends the execution well, wherever it stands: other branches finish the node they are at, and nothing starts. */
export const endNode = defineNode({
  type: 'end',
  name: 'End',
  description:
    'Stops the execution, which has succeeded. Nodes of other branches that are under way finish; nothing else starts.',
  category: 'control',
  config: Type.Object({
    output: Type.Optional(
      anyValue({
        title: 'Output',
        description: 'What the workflow gives as its result: an object as it is, anything else as `value`.',
        examples: [{ total: '{{ variables.total }}' }],
      }),
    ),
  }),
  outputs: [],
  needs: [],
  acts: false,
  run({ config: { output = {} } }) {
    return { kind: 'stop', output: isJsonObject(output) ? output : { value: output } };
  },
});
