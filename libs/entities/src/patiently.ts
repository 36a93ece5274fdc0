import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnreachable } from './is-database-unreachable';

const RETRY_MS = 500;
const PATIENCE_MS = 120_000;

/**
 * Repeats work for up to two minutes while the database is unreachable. An execution survives an outage of this length,
 * so the work of its nodes must survive it too.
 * @param work must have the same result if it is repeated after a commit whose response was lost
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnreachable(error) || performance.now() > untilMs) throw error;
      await delay(RETRY_MS);
    }
  }
}
