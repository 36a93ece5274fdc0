/** The time limit of the first bytes of a response. */
const ANSWER_MS = 20_000;

/**
 * Does the same as `fetch`, and fails if the response does not begin in time. The content of a response, such as an event
 * stream, has no limit.
 */
export async function fetchInTime(request: Request): Promise<Response> {
  const limit = new AbortController();
  const late = new Error(`${request.method} ${request.url} was not answered within ${ANSWER_MS} ms.`);
  const timer = setTimeout(() => limit.abort(late), ANSWER_MS);
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, limit.signal]) });
  } finally {
    clearTimeout(timer);
  }
}
