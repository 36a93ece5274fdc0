import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { type CalledExecution, defineNode, NodeFault, referenceField } from '@app/workflow-engine';
import { anyValue, anyValues } from './any-value';
import { nextCheckMs } from './background-work';
import { describeData } from './describe-data';

const MAX_DAYS = 30;
const MAX_TIMEOUT_MS = MAX_DAYS * 86_400_000;
const DEFAULT_TIMEOUT_MS = 3_600_000;
/**
 * The end of the called execution wakes the calling execution. If the wake is lost, the next of these checks detects
 * the end.
 */
const CHECKS = { firstMs: 5000, longestMs: 60_000 };

/** Starts the called execution once. A repeat of an interrupted node run finds this execution by the key of the run. */
export const runWorkflowNode = defineNode({
  type: 'run_workflow',
  name: 'Run workflow',
  description:
    'Runs another workflow, and waits for its end. Fails with `work_timeout` if it takes too long. After a crash it ' +
    'continues with the same execution.',
  category: 'action',
  config: Type.Object({
    workflowId: referenceField(
      'workflow',
      Type.String({
        title: 'Workflow',
        description: 'Id of the workflow. It must be enabled, and may have any trigger.',
        minLength: 1,
        maxLength: 64,
        examples: ['0197f000-0000-7000-8000-000000000000'],
      }),
    ),
    input: Type.Optional(
      anyValues({
        title: 'Input',
        description: 'The `triggerData` of the execution.',
        examples: [{ floor: '{{ triggerData.floor }}' }],
      }),
    ),
    wait: Type.Optional(
      Type.Boolean({
        title: 'Wait',
        description: 'Whether the node waits until the execution has ended.',
        default: true,
      }),
    ),
    failOnStatus: Type.Optional(
      Type.Boolean({
        title: 'Fail on status',
        description: 'Whether the node fails if the other execution fails.',
        default: false,
      }),
    ),
    timeoutMs: Type.Optional(
      Type.Integer({
        title: 'Time limit',
        description:
          `Maximum time that the node waits, in milliseconds. At most ${MAX_DAYS} days. The other ` +
          'execution continues after this time.',
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
        default: DEFAULT_TIMEOUT_MS,
        examples: [600_000],
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      executionId: Type.String({ description: 'Id of the execution.' }),
      status: Type.Union([Type.Literal('running'), Type.Literal('success'), Type.Literal('failed')], {
        description: 'Status of the execution; `running` only if the node does not wait.',
      }),
      output: anyValue({
        description:
          'The output of its `end` node; null if the execution did not reach one, or did not succeed.',
      }),
    }),
  ),
  needs: ['workflows'],
  acts: true,
  savedChecks: [
    { fields: ['workflowId'], check: ({ workflowId }, { workflows }) => workflows.check(workflowId) },
  ],
  // In a dry run, the other execution is a dry run too.
  runsInDryRun: () => true,
  async run(step) {
    const { config, ports, execution, idempotencyKey, attempt, nowMs } = step;
    const { workflowId, input = {}, wait = true, failOnStatus = false } = config;
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = config;
    const key = `${idempotencyKey}-${attempt}`;
    const called = await ports.workflows.call({ workflowId, input, key, isAwaited: wait, execution });
    if (wait && called.status === 'running') {
      const untilMs = nextCheckMs({ sinceMs: called.startedAtMs, timeoutMs, ...CHECKS }, nowMs);
      if (untilMs === null) throw timeout(called, timeoutMs);
      return { kind: 'poll', untilMs, wakes: true };
    }
    const status = called.status === 'deleted' ? 'failed' : called.status;
    if (called.error !== null) step.log(`The execution ${called.id} failed: ${called.error.message}`);
    if (failOnStatus && status === 'failed') {
      const { id, error } = called;
      throw new NodeFault(
        'work_failed',
        error === null
          ? say('called_failed_unexplained', { id })
          : say('called_failed', { id, reason: error }),
      );
    }
    return { kind: 'done', output: { executionId: called.id, status, output: called.output } };
  },
});

function timeout({ id }: CalledExecution, timeoutMs: number): NodeFault {
  return new NodeFault('work_timeout', `The execution ${id} did not end within ${timeoutMs} ms.`);
}
