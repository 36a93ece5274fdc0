import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode, type JsonObject, type Problem } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { oneOf } from './one-of';
import { rememberedName, rememberedScope } from './remembered-name';

const YEAR_MS = 366 * 86_400_000;

/** Takes effect once. A repeat after a crash has the same idempotency key and returns the result of the first run. */
export const rememberNode = defineNode({
  type: 'remember',
  name: 'Remember',
  description:
    'Keeps a value for later executions. Operations are atomic: if concurrent executions add 1, each addition ' +
    'counts. After a crash the operation does not take place twice. A dry run changes a copy that only it sees.',
  category: 'action',
  config: Type.Object({
    scope: rememberedScope,
    name: rememberedName,
    operation: Type.Optional(
      oneOf(['set', 'add', 'compareAndSet', 'push', 'clear'], {
        title: 'Operation',
        description:
          'How the value changes: `set` replaces the value, `add` adds a number, `compareAndSet` replaces it if it equals `expected`, `push` appends ' +
          'to a list, `clear` deletes it.',
        default: 'set',
      }),
    ),
    value: Type.Optional(
      anyValue({
        title: 'Value',
        description: 'The new value, the number to add, or the item to append. Null deletes the value.',
        examples: [1, '{{ nodeOutputs.read.value }}'],
      }),
    ),
    expected: Type.Optional(
      anyValue({
        title: 'Expected',
        description:
          'For compareAndSet: the value that must be stored now. Null, the default, means that there must be no stored value.',
        examples: [null, 'idle'],
      }),
    ),
    maxItems: Type.Optional(
      Type.Integer({
        title: 'Most items',
        description: 'For push: the maximum length of the list. The oldest items beyond it are dropped.',
        minimum: 1,
        maximum: 1000,
        default: 100,
      }),
    ),
    expiresInMs: Type.Optional(
      Type.Number({
        title: 'Expires in',
        description: 'Milliseconds after which the value is deleted. At most 366 days.',
        minimum: 1,
        maximum: YEAR_MS,
        examples: [3_600_000],
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      value: anyValue({ description: 'The value after the change; null if no value is stored.' }),
      previous: anyValue({ description: 'The value before the change; null if no value was stored.' }),
      changed: Type.Boolean({ description: 'Whether the value was changed.' }),
    }),
  ),
  needs: ['remember'],
  acts: true,
  runsInDryRun: () => true,
  check: problemsOf,
  async run(step) {
    const { scope = 'workflow', operation = 'set', ...config } = step.config;
    step.signal.throwIfAborted();
    const { value, previous, changed } = await step.ports.remember.change({
      ...config,
      scope,
      operation,
      execution: step.execution,
      stepKey: step.idempotencyKey,
    });
    step.log(changed ? `Changed '${config.name}'.` : `'${config.name}' has not changed.`);
    return { kind: 'done', output: { value, previous, changed } };
  },
});

function problemsOf({ operation = 'set', value, expected, maxItems }: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const needing = ['set', 'add', 'push', 'compareAndSet'].find((name) => name === operation);
  if (needing && value === undefined)
    problems.push({ path: 'value', ...say('required_for', { name: needing }) });
  if (operation === 'clear' && value !== undefined)
    problems.push({
      path: 'value',
      ...say('clear_without_value'),
    });
  if (expected !== undefined && isOther(operation, 'compareAndSet'))
    problems.push({ path: 'expected', ...say('used_only_by', { name: 'compareAndSet' }) });
  if (maxItems !== undefined && isOther(operation, 'push'))
    problems.push({ path: 'maxItems', ...say('used_only_by', { name: 'push' }) });
  return problems;
}

/**
 * Returns true if the saved operation is not `name`. Returns false for a template, because its value is not known yet.
 */
function isOther(operation: unknown, name: string): boolean {
  return operation !== name && !String(operation).includes('{{');
}
