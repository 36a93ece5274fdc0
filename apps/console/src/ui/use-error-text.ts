import { ApiError } from '../api/plantroom';
import { i18next } from '../i18n/language';
import { useErrorTexts } from './errors/error.texts';
import { readApiError, readBrowserError } from './errors/read-error';
import { useFailureText } from './failures/use-failure-text';
import { useFieldText } from './use-field-text';

const hasText = (key: string): boolean => i18next.exists(key, { ns: 'errors' });

/**
 * Returns a function that says what went wrong and what to do. If the console has no text for an error of the API, the
 * message of the API is shown.
 */
export function useErrorText(): (error: unknown) => string {
  const t = useErrorTexts();
  const fieldText = useFieldText();
  const failureText = useFailureText();
  return (error) => {
    if (!(error instanceof ApiError)) {
      const key = readBrowserError(error);
      // The reason of a failed export, as the API has stored it.
      return key ? t(key) : failureText((error as Error).message);
    }
    const known = readApiError(error, hasText);
    if (known) return t(known.key as Parameters<typeof t>[0], known.values);
    const sentences = [error, ...error.details].map(({ message }) => fieldText(message));
    return [...new Set(sentences)].join(' ');
  };
}
