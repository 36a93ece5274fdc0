import { existsSync, readFileSync } from 'node:fs';

/** Linux reports the nanoseconds that a thread has computed. The main thread has the id of the process. */
const THREAD_TIMES = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Returns the milliseconds that this thread has computed, so waiting for other processes of a busy machine does not
 * count. On other systems than Linux, all threads of the process count.
 */
function computedMs(): number {
  if (existsSync(THREAD_TIMES)) return Number(readFileSync(THREAD_TIMES, 'utf8').split(' ', 1)[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Returns the longest computation of `work` during which the event loop could not handle other events, in milliseconds,
 * and the result or the error of `work`.
 */
export async function longestTurn(work: () => unknown): Promise<{ longestMs: number; outcome: unknown }> {
  let longestMs = 0;
  let sinceMs = computedMs();
  let next: NodeJS.Immediate;
  const measure = () => {
    const nowMs = computedMs();
    longestMs = Math.max(longestMs, nowMs - sinceMs);
    sinceMs = nowMs;
  };
  const repeat = () => {
    measure();
    next = setImmediate(repeat);
  };
  next = setImmediate(repeat);
  const outcome = await Promise.resolve()
    .then(work)
    .catch((error: unknown) => error);
  clearImmediate(next);
  measure();
  return { longestMs, outcome };
}
