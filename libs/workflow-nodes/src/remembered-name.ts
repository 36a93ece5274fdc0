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
  description: 'Name of the value. It consists of letters, digits, _ and $, and does not begin with a digit.',
  examples: ['runs', '{{ triggerData.code.replaceAll(".", "_") }}'],
});
