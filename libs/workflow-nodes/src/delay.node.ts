import { Type } from '@sinclair/typebox';
import { isInstantText, parseInstant, say } from '@app/kernel';
import { defineNode, type JsonObject, NodeFault, type Problem } from '@app/workflow-engine';
import { describeData } from './describe-data';
import { isFixedText } from './saved-text';

const MAX_DAYS = 366;
const MAX_MS = MAX_DAYS * 86_400_000;
/**
 * Matches a text with a time of day and an offset. The `T` is required, because the end of a date without a time looks
 * like an offset.
 */
const OFFSET = /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** Waits without holding any resource. The wait is a stored record, so it survives a restart of all processes. */
export const delayNode = defineNode({
  type: 'delay',
  name: 'Delay',
  description:
    'Waits for a duration or until an instant. Set exactly one of the two. If the instant is in the past, ' +
    'the node does not wait.',
  category: 'control',
  config: Type.Object({
    durationMs: Type.Optional(
      Type.Number({
        title: 'Duration',
        description: `Duration in milliseconds, at most ${MAX_DAYS} days.`,
        minimum: 0,
        maximum: MAX_MS,
        examples: [60_000, '{{ variables.minutes * 60000 }}'],
      }),
    ),
    until: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        title: 'Until',
        description: `ISO 8601 instant with an offset, or milliseconds since 1970. At most ${MAX_DAYS} days ahead.`,
        examples: ['2027-01-01T00:00:00+08:00', '{{ Date.now() + 3600000 }}'],
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({ until: Type.String({ description: 'When the wait ended, ISO 8601 in UTC.' }) }),
  ),
  needs: [],
  acts: false,
  check: problemsOf,
  run({ config, nowMs }) {
    const untilMs = endOf(config, nowMs);
    if (untilMs > nowMs + MAX_MS) {
      throw new NodeFault('delay_too_long', `A delay may last at most ${MAX_DAYS} days.`);
    }
    const output = { until: new Date(untilMs).toISOString() };
    return untilMs > nowMs ? { kind: 'wait', untilMs, output } : { kind: 'done', output };
  },
});

function endOf(
  { durationMs, until }: { durationMs?: number; until?: string | number },
  nowMs: number,
): number {
  if (durationMs !== undefined) return nowMs + Math.ceil(durationMs);
  const untilMs =
    typeof until === 'number' ? until : isInstant(until) ? parseInstant(until, 'UTC').getTime() : NaN;
  // Times beyond this bound have no ISO 8601 text in JavaScript.
  if (Math.abs(untilMs) <= 8.64e15) return Math.ceil(untilMs);
  const text = JSON.stringify(until)?.slice(0, 60);
  throw new NodeFault('delay_unclear', `${text} is not an ISO 8601 instant with an offset.`);
}

function isInstant(text: unknown): text is string {
  return isInstantText(text) && OFFSET.test(text);
}

function problemsOf({ durationMs, until }: JsonObject): Problem[] {
  if ((durationMs === undefined) === (until === undefined)) {
    return [{ path: 'durationMs', ...say('one_of_two', { other: 'until' }) }];
  }
  if (!isFixedText(until) || isInstant(until)) return [];
  return [{ path: 'until', ...say('not_zoned_instant', { example: '2027-01-01T00:00:00Z' }) }];
}
