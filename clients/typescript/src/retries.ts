import { retryAfterOf } from './api-error.js';
import { pause } from './waiting.js';

export type Send = (request: Request) => Promise<Response>;

const UNAVAILABLE = 503;
const ATTEMPTS = 3;
/** Maximum wait before a repeat. If the API asks for a longer wait, the call is not repeated. */
const MAX_WAIT_SECONDS = 30;
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Repeats a call that the API has refused with a 503 and `Retry-After`. A call is repeated only if this cannot have a
 * second effect: the method is idempotent, or the call has the header `Idempotency-Key`.
 * @returns a function that does not consume the request, so that the caller can send it again
 */
export function withRetries(send: Send): Send {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      // Send a clone, because a body can be sent only once.
      const response = await send(request.clone());
      const seconds = retryAfterOf(response.headers);
      const mayRepeat = response.status === UNAVAILABLE && isRepeatable(request) && attempt < ATTEMPTS;
      if (!mayRepeat || seconds === null || seconds > MAX_WAIT_SECONDS) return response;
      await response.body?.cancel();
      // Wait up to a quarter longer, so that many clients do not repeat their calls at the same moment.
      await pause(seconds * 1000 * (1 + Math.random() / 4), request.signal);
    }
  };
}

function isRepeatable({ method, headers }: Request): boolean {
  return IDEMPOTENT.has(method) || headers.has('idempotency-key');
}
