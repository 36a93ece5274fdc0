import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '../../../../../clients/typescript/src/schema.js';
import type { Failure } from '../../api/plantroom';
import { TRANSLATIONS, type Translate } from '../../i18n/define-texts';
import { i18next, type Language, showLanguage } from '../../i18n/language';
import { ERRORS } from '../errors/error.texts';
import { FIELD_TEXTS } from './field-texts';

type Code = components['schemas']['MessageCode'];

/** The namespace of the messages of the API. It has Chinese texts only. */
const MESSAGES = `${TRANSLATIONS}messages`;
/** The namespace of the texts about fields. It has English texts only, because the Chinese messages fit fields, too. */
const FIELDS = `${TRANSLATIONS}fields`;

i18next.addResourceBundle('en-US', FIELDS, FIELD_TEXTS);

/** Shows all texts in this language. */
export function showTexts(language: Language): void {
  showLanguage(language);
  // They are loaded only when they are needed, because they are large.
  if (language === 'zh-CN') void loadChineseTexts();
}

/** Loads the Chinese messages and errors. Until then, messages stay as the API wrote them. */
export async function loadChineseTexts(): Promise<void> {
  const texts = await import('./chinese-texts');
  i18next.addResourceBundle('zh-CN', MESSAGES, texts.MESSAGES);
  i18next.addResourceBundle('zh-CN', ERRORS, texts.ERRORS);
  // Shows the page again with the messages.
  if (i18next.language === 'zh-CN') await i18next.changeLanguage('zh-CN');
}

/** Returns a function that says a message of the API in the language of the user. */
export function useMessageText(): (message: Failure) => string {
  const { t, i18n } = useTranslation(MESSAGES);
  const chinese = i18n.language === 'zh-CN' ? t : undefined;
  return useCallback((message) => messageText(chinese, message), [chinese]);
}

/**
 * Returns a function that says a text of an alert in the language of the user, if the platform has written it. Other
 * texts stay as they are.
 */
export function useAlertText(): (text: string, message: Failure | null | undefined) => string {
  const textOf = useMessageText();
  return useCallback((text, message) => (message ? textOf(message) : text), [textOf]);
}

/** Returns a function that says what is wrong with a field of a form. */
export function useFieldText(): (fault: Failure) => string {
  const { t, i18n } = useTranslation(FIELDS);
  const textOf = useMessageText();
  return (fault) =>
    i18n.language === 'en-US' && Object.hasOwn(FIELD_TEXTS, fault.code)
      ? t(fault.code, textsOf(fault.values, textOf))
      : textOf(fault);
}

/**
 * Says a message. A message without a text stays as the API wrote it.
 * @param t undefined in English
 */
export function messageText(t: Translate<Code> | undefined, message: Failure): string {
  if (!t) return message.message.replaceAll('`', '');
  if (!i18next.exists(message.code, { lng: 'zh-CN', ns: MESSAGES })) return message.message;
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
