import { readFailureMessage } from './failure-messages';
import { useFailureTranslations } from './failure-translations';

/**
 * Returns a function that translates the reason with which the API stores a failure. An unknown sentence stays as it is.
 */
export function useFailureText(): (sentence: string) => string {
  const t = useFailureTranslations();
  return (sentence) => {
    const known = t && readFailureMessage(sentence);
    if (!known) return sentence;
    // A group that has not matched is undefined, and i18next would show its placeholder.
    const values = Object.entries(known.values).map(([name, value]) => [name, value ?? '']);
    return t(known.key, Object.fromEntries(values) as Record<string, string>);
  };
}
