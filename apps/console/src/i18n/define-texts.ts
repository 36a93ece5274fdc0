import { useTranslation } from 'react-i18next';
import { i18next } from './language';

type Texts = Record<string, string>;
type Values = Record<string, string | number>;

/** Returns the text of a key. `{{name}}` in the text is replaced by `values.name`. */
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/**
 * Registers the texts of a feature in both languages, and returns the hook that reads them. The compiler reports a key
 * that one language lacks.
 * @param namespace the name of the feature
 */
export function defineTexts<const En extends Texts>(
  namespace: string,
  texts: { en: En; zh: Record<keyof En, string> },
): () => Translate<keyof En & string> {
  i18next.addResourceBundle('en-US', namespace, texts.en);
  i18next.addResourceBundle('zh-CN', namespace, texts.zh);
  return () => useTranslation(namespace).t;
}

/** Prefix of the namespaces of `defineTranslations`. */
export const TRANSLATIONS = 'api ';

/**
 * Registers the Chinese of sentences that the API writes in English. In English, the hook returns undefined: the
 * sentences are shown as they are.
 * @param namespace the name of the feature
 */
export function defineTranslations<Key extends string>(
  namespace: string,
  zh: Record<Key, string>,
): () => Translate<Key> | undefined {
  const prefixed = TRANSLATIONS + namespace;
  i18next.addResourceBundle('zh-CN', prefixed, zh);
  return () => {
    const { t, i18n } = useTranslation(prefixed);
    return i18n.language === 'zh-CN' ? t : undefined;
  };
}
