import type { ErrorAnswer } from './send-error';

const INCOMPLETE: ErrorAnswer = {
  status: 400,
  code: 'incomplete_body',
  message: 'The body did not arrive completely.',
};

/**
 * The answer to each error type of body-parser. The messages of body-parser are not sent, because they may quote the
 * body.
 */
const ANSWERS: Record<string, ErrorAnswer> = {
  'request.aborted': INCOMPLETE,
  'request.size.invalid': INCOMPLETE,
  'entity.too.large': { status: 413, code: 'too_large', message: 'The body is too large.' },
  'encoding.unsupported': {
    status: 415,
    code: 'unsupported_type',
    message: 'The content encoding is not supported.',
  },
};

/** Returns the answer if body-parser reports a fault of the client; null for any other error. */
export function bodyFaultAnswer(error: unknown): ErrorAnswer | null {
  if (!(error instanceof Error)) return null;
  const { status, expose, type } = error as { status?: unknown; expose?: unknown; type?: unknown };
  if (typeof status !== 'number' || status >= 500 || expose !== true) return null;
  const known = typeof type === 'string' ? ANSWERS[type] : undefined;
  return known ?? { status, code: 'bad_request', message: 'The body cannot be read.' };
}
