import { DomainError, type Message, say } from '@app/kernel';

/**
 * The messages of the errors in this file contain neither a resolved address nor a part of the URL, because the URL may
 * contain secrets.
 */

export function requestInvalid(message: string): DomainError {
  return new DomainError('invalid', 'request_invalid', message);
}

export function addressRefused(): DomainError {
  return new DomainError('forbidden', 'address_refused', say('address_refused'));
}

export function redirectRefused(message: Message): DomainError {
  return new DomainError('forbidden', 'redirect_refused', message);
}

export function redirectedTooOften(most: number): DomainError {
  return new DomainError('upstream_failed', 'too_many_redirects', say('too_many_redirects', { most }));
}

export function timedOut(limitMs: number): DomainError {
  return new DomainError(
    'upstream_timeout',
    'http_timeout',
    say('http_timeout', { seconds: limitMs / 1000 }),
  );
}

export function answerTooLarge(limitBytes: number): DomainError {
  return new DomainError('too_large', 'answer_too_large', say('answer_too_large', { most: limitBytes }));
}

export function answerUnreadable(fault: Message): DomainError {
  return new DomainError('upstream_failed', 'answer_unreadable', fault);
}

const NOT_FOUND = new Set<unknown>(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/;

/** Converts a connection error. Only its code is used, because its message may contain addresses. */
export function connectionFailed(error: unknown): DomainError {
  const code = codeOf(error);
  if (NOT_FOUND.has(code)) {
    return new DomainError('upstream_failed', 'host_not_found', say('host_not_found'), {
      cause: error,
    });
  }
  const secured = code !== null && CERTIFICATE.test(code);
  const detail = code === null ? '' : ` (${code})`;
  const reason = secured ? say('tls_failed', { detail }) : say('connection_failed', { detail });
  return new DomainError('upstream_failed', secured ? 'tls_failed' : 'connection_failed', reason, {
    cause: error,
  });
}

function codeOf(error: unknown): string | null {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? null : codeOf(cause);
}
