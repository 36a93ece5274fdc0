import { say } from '@app/kernel';
import { type Static, Type } from '@sinclair/typebox';
import {
  conditionField,
  defineNode,
  ExpressionError,
  isJsonObject,
  type JsonObject,
  NodeFault,
  parseExpression,
  type Problem,
  referenceField,
  verbatimField,
  type WaitPortTarget,
} from '@app/workflow-engine';
import { anyValue, anyValues } from './any-value';
import { describeData } from './describe-data';
import { oneOf } from './one-of';
import { pointCode } from './point-code';

const DAY_MS = 86_400_000;
const MAX_DAYS = 30;
const MAX_CONDITION = 2000;
const MAX_POINTS = 100;

/** The names that a condition can use. `triggerData` contains the change of the point or the payload of the event. */
export const WAIT_CONDITION_NAMES = {
  points: ['code', 'value', 'previous', 'quality', 'triggerData', 'given'],
  event: ['triggerData', 'given'],
} as const;

const Condition = (description: string, example: string) =>
  verbatimField(
    conditionField(
      Type.String({
        title: 'Condition',
        description,
        minLength: 1,
        maxLength: MAX_CONDITION,
        examples: [example],
      }),
    ),
  );

const Points = Type.Object(
  {
    watch: Type.Array(pointCode(), {
      title: 'Watch',
      description: 'Codes of points. `*` stands for any characters.',
      minItems: 1,
      maxItems: MAX_POINTS,
      examples: [['AHU1.ReturnTemp']],
    }),
    condition: Condition(
      'An expression of `code`, `value`, `previous`, `quality` and `given`.',
      'value > 26',
    ),
    match: Type.Optional(
      oneOf(['any', 'all'], {
        title: 'Match',
        description:
          'Whether one point must fulfil the condition (`any`), or all of them at the same time (`all`).',
        default: 'any',
        examples: ['all'],
      }),
    ),
  },
  {
    title: 'Points',
    description:
      'Waits until the value of one of these points fulfils the condition, or until the values of all of them do. ' +
      'If the current values already do, the node continues immediately.',
    examples: [{ watch: ['AHU1.ReturnTemp'], condition: 'value > 26' }],
  },
);

const Event = Type.Object(
  {
    name: referenceField(
      'event',
      Type.String({
        title: 'Name',
        description: 'Name of an event, as in the trigger `event`.',
        minLength: 1,
        maxLength: 64,
        examples: ['alert.cleared'],
      }),
    ),
    condition: Type.Optional(
      Condition(
        'An expression of `triggerData`, the payload of the event, and `given`.',
        'triggerData.alert.id === given.alertId',
      ),
    ),
  },
  {
    title: 'Event',
    description: 'Waits for the next event with this name. If a condition is set, the event must fulfil it.',
    examples: [{ name: 'alert.cleared', condition: 'triggerData.alert.id === given.alertId' }],
  },
);

const Config = Type.Object({
  points: Type.Optional(Points),
  event: Type.Optional(Event),
  call: Type.Optional(
    Type.Boolean({
      title: 'Call',
      description: 'Waits for a call of the one-time address that `resumeUrl` returns for this node.',
      examples: [true],
    }),
  ),
  given: Type.Optional(
    anyValues({
      title: 'Given',
      description: 'Values that the condition sees as `given`. Templates are resolved when the node starts.',
      examples: [{ alertId: '{{ nodeOutputs.raise.alertId }}' }],
    }),
  ),
  timeoutMs: Type.Optional(
    Type.Integer({
      title: 'Time limit',
      description: `Maximum time that the node waits, in milliseconds. At most ${MAX_DAYS} days.`,
      minimum: 1,
      maximum: MAX_DAYS * DAY_MS,
      default: DAY_MS,
      examples: [3_600_000],
    }),
  ),
});

/** The wait is a row of the database. It does not occupy a worker, and it survives a restart of all processes. */
export const waitForNode = defineNode({
  type: 'wait_for',
  name: 'Wait for',
  description:
    'Waits until points have a value, an event occurs, or somebody opens a one-time address. Exactly one of the three ' +
    'must be set. Continues along `met`, or along `timeout` after the time limit.',
  category: 'control',
  config: Config,
  outputs: describeData(
    Type.Object({
      result: Type.Union([Type.Literal('met'), Type.Literal('timedOut')], {
        description: 'Whether the wait was met or has timed out.',
      }),
      data: anyValue({
        description:
          'The change of the point, `points` with the values of all points, the payload of the event, or the body of the ' +
          'call. Null if the wait timed out.',
      }),
    }),
  ),
  branches: () => ['met', 'timeout'],
  branchWhenSkipped: 'timeout',
  needs: ['waits'],
  acts: false,
  waitsForCall: ({ call }) => call === true,
  outcomeOf: (output) => ({ kind: 'done', output, branch: branchOf(output['result']) }),
  check: problemsOf,
  async run({ config, ports, execution, nodeId, idempotencyKey: key, nowMs: startedAtMs }) {
    const { timeoutMs = DAY_MS } = config;
    const target = targetOf(config);
    const state = await ports.waits.ask({ target, timeoutMs, key, startedAtMs, nodeId, execution });
    if (state.status === 'waiting') return { kind: 'poll', untilMs: state.checkAtMs, wakes: true };
    if (state.status === 'met') {
      return { kind: 'done', output: { result: 'met', data: state.data }, branch: 'met' };
    }
    return { kind: 'done', output: { result: 'timedOut', data: null }, branch: 'timeout' };
  },
});

function branchOf(result: unknown): string {
  if (result === 'met') return 'met';
  return result === 'timedOut' ? 'timeout' : '';
}

/**
 * Returns the condition to wait for.
 * @throws NodeFault if not exactly one target is set. The check at save cannot detect this if values are templates
 */
function targetOf({ points, event, call, given = {} }: Static<typeof Config>): WaitPortTarget {
  const isOne = [points !== undefined, event !== undefined, call === true].filter(Boolean).length === 1;
  if (!isOne) throw new NodeFault('config_invalid', ONE_TARGET);
  if (points) return { kind: 'points', ...points, given };
  if (event) return { kind: 'event', name: event.name, condition: event.condition ?? null, given };
  return { kind: 'call' };
}

const ONE_TARGET = 'Set exactly one of points, event and call.';

function problemsOf({ points, event, call }: JsonObject): Problem[] {
  const set = [points !== undefined, event !== undefined, call !== undefined && call !== false];
  const isOne = set.filter(Boolean).length === 1;
  return [
    ...(isOne
      ? []
      : [
          {
            path: 'call',
            ...say('one_of_three'),
          },
        ]),
    ...conditionProblems('points', points),
    ...conditionProblems('event', event),
  ];
}

function conditionProblems(kind: keyof typeof WAIT_CONDITION_NAMES, target: unknown): Problem[] {
  const condition = isJsonObject(target) ? target['condition'] : undefined;
  if (typeof condition !== 'string') return [];
  try {
    parseExpression(condition, { names: WAIT_CONDITION_NAMES[kind] });
    return [];
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [{ path: `${kind}.condition`, ...error.reason }];
  }
}
