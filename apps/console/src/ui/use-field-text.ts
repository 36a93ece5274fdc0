import { useFieldMessageTexts } from './field-message.texts';
import { readFieldMessage } from './field-messages';

/**
 * Returns a function that translates what the API says about a field. A sentence that the console does not know stays as
 * it is.
 */
export function useFieldText(): (sentence: string) => string {
  const t = useFieldMessageTexts();
  return (sentence) => {
    const known = readFieldMessage(sentence);
    return known ? t(known.key, known.values) : sentence;
  };
}
