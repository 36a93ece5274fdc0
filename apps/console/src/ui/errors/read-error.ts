import type { ApiError } from '../../api/plantroom';
import { Unreachable } from '../../api/unreachable';
import { readMessage } from '../field-messages';
import { ERROR_MESSAGES } from './error-messages';

/** The text of an error: its key and its values. */
interface KnownError {
  key: string;
  values: Record<string, string | number>;
}

/**
 * Finds the text of an error that the API has answered with: by its message, its code, or its status.
 * @param hasText whether the console has a text with this key
 */
export function readApiError(
  { status, code, message, details, retryAfter }: ApiError,
  hasText: (key: string) => boolean,
): KnownError | null {
  const read = readMessage(ERROR_MESSAGES, `${code}: ${message}`);
  if (read) return read;
  // Without its values, a text cannot be shown.
  const known = code !== null && !Object.hasOwn(ERROR_MESSAGES, code) && hasText(code);
  const key = known ? code : String(status);
  if (!hasText(key)) return null;
  return { key, values: { seconds: retryAfter ?? 60, detail: details[0]?.message ?? '' } };
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
