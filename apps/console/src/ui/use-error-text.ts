import { FailedWork } from '../api/failed-work';
import { ApiError } from '../api/plantroom';
import { i18next } from '../i18n/language';
import { ERRORS, useErrorTexts } from './errors/error.texts';
import { readApiError, readBrowserError } from './errors/read-error';
import { useFieldText, useMessageText } from './messages/use-message-text';

const hasText = (key: string): boolean => i18next.exists(key, { ns: ERRORS });

/**
 * Returns a function that says what went wrong and what to do. If the console has no text for an error of the API, the
 * message of the API is shown.
 */
export function useErrorText(): (error: unknown) => string {
  const t = useErrorTexts();
  const fieldText = useFieldText();
  const messageText = useMessageText();
  return (error) => {
    if (error instanceof FailedWork) return messageText(error.failure);
    if (!(error instanceof ApiError)) {
      const key = readBrowserError(error);
      return key && hasText(key) ? t(key) : (error as Error).message;
    }
    const known = readApiError(error, hasText);
    if (known) return t(known.key as Parameters<typeof t>[0], known.values);
    return [...new Set([messageText(error.reason), ...error.details.map(fieldText)])].join(' ');
  };
}
