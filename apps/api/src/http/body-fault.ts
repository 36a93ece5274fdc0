import type { ErrorAnswer } from './send-error';

const MALFORMED: ErrorAnswer = {
  status: 400,
  code: 'malformed_json',
  message: 'The body is not well-formed JSON.',
};
const UNSUPPORTED = { status: 415, code: 'unsupported_type' };

/** What body-parser refuses, by its names. Its own messages may show parts of the body: these words instead. */
const ANSWERS: Record<string, ErrorAnswer> = {
  'entity.parse.failed': MALFORMED,
  'entity.too.large': { status: 413, code: 'too_large', message: 'The body is too large.' },
  'encoding.unsupported': { ...UNSUPPORTED, message: 'The content encoding is not supported.' },
  'charset.unsupported': { ...UNSUPPORTED, message: 'The charset is not supported.' },
};

/** The answer to an error of body-parser that is the client's fault; null for any other error. */
export function bodyFaultAnswer(error: unknown): ErrorAnswer | null {
  if (!(error instanceof Error)) return null;
  const { status, expose, type } = error as { status?: unknown; expose?: unknown; type?: unknown };
  if (typeof status !== 'number' || status >= 500 || expose !== true) return null;
  const known = typeof type === 'string' ? ANSWERS[type] : undefined;
  return known ?? { status, code: 'bad_request', message: 'The body cannot be read.' };
}
