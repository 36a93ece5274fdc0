import { gatewayTimedOut } from './gateway-errors';

/**
 * Runs `work`, and fails with `upstream_timeout` after `limitMs` whatever `work` is waiting for. Its signal is then
 * aborted with that same error.
 */
export async function withinLimit<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = gatewayTimedOut(limitMs);
      controller.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), expiry]);
  } finally {
    clearTimeout(timer);
  }
}
