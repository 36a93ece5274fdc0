import { retryAfterOf } from './api-error.js';
import { pause } from './waiting.js';

export type Send = (request: Request) => Promise<Response>;

const UNAVAILABLE = 503;
const ATTEMPTS = 3;
/** Maximum wait before a repeat. If the API asks for a longer wait, the call is not repeated. */
const MAX_WAIT_SECONDS = 30;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const IDEMPOTENT = new Set([...SAFE, 'PUT', 'DELETE']);
/** The codes of Node.js for a connection that was closed before the answer. */
const CLOSED = new Set<unknown>(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Repeats a call that the API has refused with a 503 and `Retry-After`, or whose connection was closed. A call is
 * repeated only if this cannot have a second effect: the method is idempotent, or the call has the header
 * `Idempotency-Key`.
 * @returns a function that does not consume the request, so that the caller can send it again
 */
export function withRetries(send: Send): Send {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const response = await sendAgainIfClosed(send, request);
      const seconds = retryAfterOf(response.headers);
      const mayRepeat = response.status === UNAVAILABLE && isRepeatable(request) && attempt < ATTEMPTS;
      if (!mayRepeat || seconds === null || seconds > MAX_WAIT_SECONDS) return response;
      await response.body?.cancel();
      // Wait up to a quarter longer, so that many clients do not repeat their calls at the same moment.
      await pause(seconds * 1000 * (1 + Math.random() / 4), request.signal);
    }
  };
}

/**
 * Repeats a call once if its connection was closed. Servers close idle connections, and Node.js may send a request at
 * that moment. Browsers repeat such calls themselves. The API may have processed the call, and would then refuse a
 * repeated PUT or DELETE because of the first one, so these are not repeated.
 */
async function sendAgainIfClosed(send: Send, request: Request): Promise<Response> {
  try {
    // Send a clone, because a body can be sent only once.
    return await send(request.clone());
  } catch (error) {
    const { cause } = Object(error) as { cause?: { code?: unknown } };
    const mayRepeat = SAFE.has(request.method) || hasKey(request);
    if (!mayRepeat || !CLOSED.has(cause?.code)) throw error;
    return send(request.clone());
  }
}

function isRepeatable(request: Request): boolean {
  return IDEMPOTENT.has(request.method) || hasKey(request);
}

function hasKey({ headers }: Request): boolean {
  return headers.has('idempotency-key');
}
