import type { ApiError } from '../../api/plantroom';
import { Unreachable } from '../../api/unreachable';

/** The text of an error: its key and its values. */
interface KnownError {
  key: string;
  values: Record<string, string | number>;
}

/**
 * Finds the text of an error that the API has answered with: by its code together with its reason, by its reason, by its
 * code, or by its status.
 * @param hasText whether the console has a text with this key
 */
export function readApiError(
  { status, code, reason, details, retryAfter }: ApiError,
  hasText: (key: string) => boolean,
): KnownError | null {
  // Says in addition that nothing was written, which the texts of the console say anyway.
  const nested = reason.code === 'nothing_written' ? (reason.values['reason'] as typeof reason) : reason;
  const key = [`${code}_${nested.code}`, nested.code, code ?? '', String(status)].find(hasText);
  if (key === undefined) return null;
  const values = { seconds: retryAfter ?? 60, detail: details[0]?.message ?? '', ...nested.values };
  return { key, values };
}

/** Returns the key of the text for an error that does not come from the API; null if its own message is shown. */
export function readBrowserError(error: unknown): 'unreachable' | 'unexpected' | null {
  // `fetch` throws these if a call takes too long or is aborted.
  const isAborted =
    error instanceof DOMException && ['AbortError', 'TimeoutError', 'NetworkError'].includes(error.name);
  if (error instanceof Unreachable || isAborted) return 'unreachable';
  // Only errors with this name have messages for people. The others are defects, such as a TypeError.
  return error instanceof Error && error.name === 'Error' ? null : 'unexpected';
}
