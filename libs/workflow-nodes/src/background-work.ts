import { Type } from '@sinclair/typebox';
import { type BackgroundWork, type NodeOutcome, NodeFault } from '@app/workflow-engine';

const FIRST_POLL_MS = 1000;
const LONGEST_POLL_MS = 30_000;
/** The key of a request is known for a day, so a node waits for less. */
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
      description: 'How long the node waits at most, in milliseconds. The work continues after that.',
      minimum: 1000,
      maximum: MAX_TIMEOUT_MS,
      default: DEFAULT_TIMEOUT_MS,
      examples: [600_000],
    }),
  ),
};

/**
 * Checks whether a node must wait for work in the background. The pauses between two checks grow with the time waited,
 * from a second to half a minute, so the wait lasts at most a quarter longer than the work.
 * @returns the outcome of a node that waits; null if the node does not wait, or if the work is completed
 * @throws NodeFault `work_failed`, `work_timeout`
 */
export function waitForWork(
  work: BackgroundWork,
  { wait = true, timeoutMs = DEFAULT_TIMEOUT_MS }: { wait?: boolean; timeoutMs?: number },
  nowMs: number,
): NodeOutcome | null {
  if (work.status === 'failed') throw new NodeFault('work_failed', work.error ?? 'The work failed.');
  if (work.status === 'completed' || !wait) return null;
  const waitedMs = nowMs - work.requestedAtMs;
  if (waitedMs >= timeoutMs) {
    const reason = work.error === null ? '' : ` Its last attempt failed: ${work.error}`;
    throw new NodeFault('work_timeout', `The work has not ended within ${timeoutMs} ms.${reason}`);
  }
  const pauseMs = Math.min(Math.max(waitedMs / 4, FIRST_POLL_MS), LONGEST_POLL_MS, timeoutMs - waitedMs);
  return { kind: 'poll', untilMs: Math.ceil(nowMs + pauseMs) };
}
