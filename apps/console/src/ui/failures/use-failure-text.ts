import { readFailures } from './failure-messages';
import { useFailureTranslations } from './failure-translations';

/**
 * Returns a function that translates the sentences with which the API explains a failure. An unknown sentence stays as
 * it is.
 */
export function useFailureText(): (message: string) => string {
  const t = useFailureTranslations();
  return (message) => {
    if (!t) return message;
    const texts = readFailures(message).map((part) => {
      if (typeof part === 'string') return `${part} `;
      // A group that has not matched is undefined, and i18next would show its placeholder.
      const values = Object.entries(part.values).map(([name, value]) => [name, value ?? '']);
      return t(part.key, Object.fromEntries(values) as Record<string, string>);
    });
    return texts.join('').trim();
  };
}
