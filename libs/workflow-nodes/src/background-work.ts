import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { type BackgroundWork, type NodeOutcome, NodeFault } from '@app/workflow-engine';

const CHECKS = { firstMs: 1000, longestMs: 30_000 };
/** The key of a request is stored for a day, so a node must not wait longer than that. */
const MAX_TIMEOUT_MS = 12 * 3_600_000;
const DEFAULT_TIMEOUT_MS = 3_600_000;

/** The fields of nodes that start work in the background. */
export const WaitFields = {
  wait: Type.Optional(
    Type.Boolean({
      title: 'Wait',
      description: 'Whether the node waits until the work has ended.',
      default: true,
    }),
  ),
  timeoutMs: Type.Optional(
    Type.Integer({
      title: 'Time limit',
      description: 'Maximum time that the node waits, in milliseconds. The work continues after this time.',
      minimum: 1000,
      maximum: MAX_TIMEOUT_MS,
      default: DEFAULT_TIMEOUT_MS,
      examples: [600_000],
    }),
  ),
};

/** How a node waits for work in the background. */
interface WorkWait {
  /** When the work was requested. */
  sinceMs: number;
  timeoutMs: number;
  /** The shortest pause between two checks. */
  firstMs: number;
  longestMs: number;
}

/**
 * Returns when a node checks its work again; null if its time limit is over. The pause between two checks is a quarter
 * of the time waited so far, but at least `firstMs` and at most `longestMs`. So the node waits at most a quarter longer
 * than the work takes.
 */
export function nextCheckMs(
  { sinceMs, timeoutMs, firstMs, longestMs }: WorkWait,
  nowMs: number,
): number | null {
  const waitedMs = nowMs - sinceMs;
  if (waitedMs >= timeoutMs) return null;
  const pauseMs = Math.min(Math.max(waitedMs / 4, firstMs), longestMs, timeoutMs - waitedMs);
  return Math.ceil(nowMs + pauseMs);
}

/**
 * Checks whether a node must wait for work in the background.
 * @returns the outcome of a node that must wait; null if the work is completed or the node does not wait for it
 * @throws NodeFault `work_failed`, `work_timeout`
 */
export function waitForWork(
  work: BackgroundWork,
  { wait = true, timeoutMs = DEFAULT_TIMEOUT_MS }: { wait?: boolean; timeoutMs?: number },
  nowMs: number,
): NodeOutcome | null {
  if (work.status === 'failed') throw new NodeFault('work_failed', work.error ?? say('work_failed'));
  if (work.status === 'completed' || !wait) return null;
  const untilMs = nextCheckMs({ sinceMs: work.requestedAtMs, timeoutMs, ...CHECKS }, nowMs);
  if (untilMs === null) {
    const late = say('work_timeout', { most: timeoutMs });
    throw new NodeFault(
      'work_timeout',
      work.error === null ? late : say('work_timeout_failed', { late, reason: work.error }),
    );
  }
  return { kind: 'poll', untilMs };
}
