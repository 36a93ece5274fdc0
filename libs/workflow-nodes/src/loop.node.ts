import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { variableName } from './variable-name';

/** Runs the nodes on the branch `body` once per item, and then continues on the branch `done`. */
export const loopNode = defineNode({
  type: 'loop',
  name: 'Loop',
  description:
    'Runs the nodes after `body` once for each item, then continues along `done`. Expressions read the item as `item` ' +
    'and its position from 0 as `index`. Each item has its own outputs; all items share the variables.',
  category: 'control',
  config: Type.Object({
    items: Type.Array(anyValue({}), {
      title: 'Items',
      description: 'The items, in order: a list, or an {{ expression }} whose value is a list.',
      examples: ['{{ triggerData.rooms }}', [1, 2, 3]],
    }),
    itemVariable: Type.Optional(
      variableName({
        title: 'Item variable',
        description: 'In the body the item is also available as `variables.<name>`, with this name.',
        examples: ['room'],
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        title: 'At once',
        description: 'Number of items that run at the same time.',
        minimum: 1,
        maximum: 10,
        default: 1,
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({ count: Type.Integer({ description: 'Number of items.', minimum: 0 }) }),
  ),
  branches: () => ['body', 'done'],
  branchWhenSkipped: 'done',
  needs: [],
  acts: false,
  // Callers of dry runs cannot provide the output of a loop, because it contains the number of items but not the items.
  outcomeOf: () => null,
  run({ config: { items, itemVariable, concurrency = 1 } }) {
    return { kind: 'iterate', items, itemVariable, concurrency };
  },
});
