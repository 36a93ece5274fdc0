import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import {
  defineNode,
  expressionField,
  isJsonObject,
  type JsonObject,
  type Problem,
} from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { hasTemplate } from './saved-text';

const DEFAULT = 'default';

const Case = Type.Object({
  label: Type.String({
    title: 'Label',
    description: 'Label of the edge to follow. Each label must be unique and cannot contain a template.',
    minLength: 1,
    maxLength: 100,
  }),
  value: anyValue({ title: 'Value', description: 'Value to compare with `===`: "1" does not equal 1.' }),
});

/** Has a branch for each case, and a default branch. The first matching case is followed. */
export const switchNode = defineNode({
  type: 'switch',
  name: 'Switch',
  description:
    'Continues along the edge of the first case whose value equals (`===`) the expression, otherwise along `default`. ' +
    'If this edge is missing, the branch ends here.',
  category: 'condition',
  config: Type.Object({
    expression: expressionField(
      anyValue({
        title: 'Expression',
        description: 'The value to compare, as an expression.',
        examples: ['triggerData.severity', 'nodeOutputs.weather.status'],
      }),
    ),
    cases: Type.Array(Case, {
      title: 'Cases',
      description: 'The cases, tried in order.',
      minItems: 1,
      examples: [[{ label: 'urgent', value: 'critical' }]],
    }),
  }),
  outputs: describeData(
    Type.Object({
      value: anyValue({ description: 'Value of the expression.' }),
      branch: Type.String({ description: 'Label of the edge that was followed.' }),
    }),
  ),
  branches: (config) => [...labelsOf(config), DEFAULT],
  branchesFrom: 'cases[].label',
  branchWhenSkipped: DEFAULT,
  needs: [],
  acts: false,
  outcomeOf: (output) => ({
    kind: 'done',
    output,
    branch: typeof output.branch === 'string' ? output.branch : '',
  }),
  check: (config) => labelProblems(labelsOf(config)),
  run({ config: { expression: value, cases } }) {
    const branch = cases.find((one) => one.value === value)?.label ?? DEFAULT;
    return { kind: 'done', output: { value, branch }, branch };
  },
});

/** Returns the labels of the saved configuration, which may have any shape. */
function labelsOf({ cases }: JsonObject): string[] {
  if (!Array.isArray(cases)) return [];
  return cases.map((one) => (isJsonObject(one) && typeof one.label === 'string' ? one.label : ''));
}

function labelProblems(labels: readonly string[]): Problem[] {
  return labels.flatMap((label, index): Problem[] => {
    const path = `cases[${index}].label`;
    if (label === DEFAULT)
      return [
        {
          path,
          ...say('default_label'),
        },
      ];
    if (hasTemplate(label)) return [{ path, ...say('template_label') }];
    if (label !== '' && labels.indexOf(label) < index) return [{ path, ...say('same_label') }];
    return [];
  });
}
