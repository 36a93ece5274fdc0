import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { rememberedName, rememberedScope } from './remembered-name';

/** The node has no effects, so a repeated run reads again. */
export const recallNode = defineNode({
  type: 'recall',
  name: 'Recall',
  description: 'Reads a value that `remember` has kept. A dry run reads, too, and sees its own changes.',
  category: 'action',
  config: Type.Object({
    scope: rememberedScope,
    name: rememberedName,
    default: Type.Optional(
      anyValue({
        title: 'Default',
        description: 'The value to return if no value is stored. Default: null.',
        examples: [0, []],
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      value: anyValue({ description: 'The stored value, or the default.' }),
      updatedAt: Type.Union([Type.String(), Type.Null()], {
        description: 'When the value was last changed, ISO 8601 UTC. Null if no value is stored.',
      }),
    }),
  ),
  needs: ['recall'],
  acts: false,
  async run(step) {
    const { scope = 'workflow', name, default: fallback = null } = step.config;
    step.signal.throwIfAborted();
    const found = await step.ports.recall.recall({ scope, name, execution: step.execution });
    if (!found) step.log(`No value is stored under the name '${name}'.`);
    return {
      kind: 'done',
      output: { value: found?.value ?? fallback, updatedAt: found?.updatedAt ?? null },
    };
  },
});
