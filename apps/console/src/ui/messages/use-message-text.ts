import { useCallback } from 'react';
import type { Failure } from '../../api/plantroom';
import { defineTexts, defineTranslations, TRANSLATIONS, type Translate } from '../../i18n/define-texts';
import { CHINESE } from './chinese';
import { FIELD_TEXTS } from './field-texts';

type Code = keyof typeof CHINESE;
type FieldCode = keyof typeof FIELD_TEXTS;

const useChinese = defineTranslations<Code>('messages', CHINESE);
const useFieldTexts = defineTexts(`${TRANSLATIONS}fields`, { en: FIELD_TEXTS, zh: CHINESE });

/** Returns a function that says a message of the API in the language of the user. */
export function useMessageText(): (message: Failure) => string {
  const t = useChinese();
  return useCallback((message) => messageText(t, message), [t]);
}

/** Returns a function that says what is wrong with a field of a form. */
export function useFieldText(): (fault: Failure) => string {
  const t = useFieldTexts();
  const textOf = useMessageText();
  return (fault) =>
    Object.hasOwn(FIELD_TEXTS, fault.code)
      ? t(fault.code as FieldCode, textsOf(fault.values, textOf))
      : textOf(fault);
}

/**
 * Says a message. A message without a text stays as the API wrote it.
 * @param t undefined in English
 */
export function messageText(t: Translate<Code> | undefined, message: Failure): string {
  if (!t) return message.message.replaceAll('`', '');
  if (!Object.hasOwn(CHINESE, message.code)) return message.message;
  return t(
    message.code as Code,
    textsOf(message.values, (value) => messageText(t, value)),
  );
}

/** The values of a message as texts. A value may be a message itself. */
function textsOf(
  values: Failure['values'],
  textOf: (message: Failure) => string,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? textOf(value as Failure) : (value as string | number),
    ]),
  );
}

/** The message of an error that has a code. Errors that version 1.0 has stored have no values. */
export function reasonOf({ code, message, reason }: Omit<Failure, 'values'> & { reason?: Failure }): Failure {
  return reason ?? { code, values: {}, message };
}
