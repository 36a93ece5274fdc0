import { Type } from '@sinclair/typebox';
import { oneOf } from './one-of';
import { variableName } from './variable-name';

export const rememberedScope = Type.Optional(
  oneOf(['workflow', 'site'], {
    title: 'Scope',
    description:
      'With `workflow`, the value belongs to this workflow and is deleted with it. With `site`, all workflows share it.',
    default: 'workflow',
  }),
);

export const rememberedName = variableName({
  title: 'Name',
  description: 'Name of the value: letters, digits, _ and $, and no digit first.',
  examples: ['runs', '{{ triggerData.code.replaceAll(".", "_") }}'],
});
