import { useFieldText } from '../use-field-text';
import { readFailureMessage, readFailures } from './failure-messages';
import { useFailureTranslations } from './failure-translations';

/**
 * Returns a function that translates the sentences with which the API explains a failure. An unknown sentence stays as
 * it is.
 */
export function useFailureText(): (message: string) => string {
  const t = useFailureTranslations();
  const fieldText = useFieldText();
  if (!t) return (message) => message;
  const textOf = ({ key, values }: NonNullable<ReturnType<typeof readFailureMessage>>): string => {
    const shown = Object.entries(values).map(([name, value]) =>
      // A group that has not matched is undefined, and i18next would show its placeholder.
      name === 'faults' ? [name, faultsText(value)] : [name, value ?? ''],
    );
    return t(key, Object.fromEntries(shown) as Record<string, string>);
  };
  /** Translates the faults of a document: "factors[0].year must not be less than 1900; and 2 more". */
  const faultsText = (faults: string): string => {
    const texts = faults.split('; ').map((fault) => {
      const known = readFailureMessage(fault);
      if (known) return textOf(known);
      const text = fieldText(fault);
      return text === fault ? `${fault}。` : `${fault.slice(0, fault.indexOf(' '))}：${text}`;
    });
    return texts.join('');
  };
  return (message) =>
    readFailures(message)
      .map((part) => (typeof part === 'string' ? `${part} ` : textOf(part)))
      .join('')
      .trim();
}
