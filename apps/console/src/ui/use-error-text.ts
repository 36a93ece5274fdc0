import { ApiError } from '../api/plantroom';
import { i18next } from '../i18n/language';
import { useErrorTexts } from './error.texts';
import { useFailureText } from './failures/use-failure-text';
import { useFieldText } from './use-field-text';

/**
 * Returns a function that says what went wrong and what to do. If the console has no text for an error of the API, the
 * message of the API is shown.
 */
export function useErrorText(): (error: unknown) => string {
  const t = useErrorTexts();
  const fieldText = useFieldText();
  const failureText = useFailureText();
  return (error) => {
    // `fetch` throws these errors if there is no answer, or if it takes too long.
    if (error instanceof TypeError || error instanceof DOMException) return t('unreachable');
    // The reason of a failed export, as the API has stored it.
    if (!(error instanceof ApiError))
      return error instanceof Error ? failureText(error.message) : String(error);
    const key = [error.code ?? '', String(error.status)].find((name) =>
      i18next.exists(name, { ns: 'errors' }),
    );
    if (!key) {
      const sentences = [error, ...error.details].map(({ message }) => fieldText(message));
      return [...new Set(sentences)].join(' ');
    }
    return t(key as Parameters<typeof t>[0], { seconds: error.retryAfter ?? 60 });
  };
}
