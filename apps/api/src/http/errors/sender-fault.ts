import type { ErrorAnswer } from './send-error';

export const TOO_SLOW: ErrorAnswer = {
  status: 408,
  code: 'request_timeout',
  message: 'The request did not arrive in time.',
};

const MALFORMED: ErrorAnswer = {
  status: 400,
  code: 'malformed_request',
  message: 'The request is not well-formed HTTP.',
};

/** The answer to each error code of Node and its HTTP parser. */
const ANSWERS: Record<string, ErrorAnswer> = {
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large', message: 'The headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'too_large',
    message: 'The chunk extensions are too large.',
  },
  HPE_INVALID_EOF_STATE: {
    status: 400,
    code: 'incomplete_request',
    message: 'The request did not arrive completely.',
  },
};

/** The answer to an error that Node reports as `clientError`. */
export function senderFault(error: Error): ErrorAnswer {
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && ANSWERS[code]) || MALFORMED;
}
