import { useFieldMessageTexts } from './field-message.texts';
import { readFieldMessage } from './field-messages';

/** Returns a function that translates a sentence of the API about a field. An unknown sentence stays as it is. */
export function useFieldText(): (sentence: string) => string {
  const t = useFieldMessageTexts();
  return (sentence) => {
    const known = readFieldMessage(sentence);
    return known ? t(known.key, known.values) : sentence;
  };
}
