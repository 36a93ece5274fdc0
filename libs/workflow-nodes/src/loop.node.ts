import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { variableName } from './variable-name';

/** Has what hangs on `body` run once for each item, then goes on along `done`. */
export const loopNode = defineNode({
  type: 'loop',
  name: 'Loop',
  description:
    'Runs the nodes that `body` leads to once for each item, which expressions read as `item`, and its place from 0 ' +
    'as `index`; then goes on along `done`. Each item has outputs of its own; variables are shared by all.',
  category: 'control',
  config: Type.Object({
    items: Type.Array(anyValue({}), {
      title: 'Items',
      description: 'What is gone through, in its order: a list, or a {{ expression }} that gives one.',
      examples: ['{{ triggerData.rooms }}', [1, 2, 3]],
    }),
    itemVariable: Type.Optional(
      variableName({
        title: 'Item variable',
        description: 'The item is also `variables.<this>` within the body.',
        examples: ['room'],
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        title: 'At once',
        description: 'How many items are worked on at one time.',
        minimum: 1,
        maximum: 10,
        default: 1,
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({ count: Type.Integer({ description: 'How many items there were.', minimum: 0 }) }),
  ),
  branches: () => ['body', 'done'],
  branchWhenSkipped: 'done',
  needs: [],
  acts: false,
  run({ config: { items, itemVariable, concurrency = 1 } }) {
    return { kind: 'iterate', items, itemVariable, concurrency };
  },
});
