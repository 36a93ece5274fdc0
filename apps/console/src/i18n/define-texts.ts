import { type Language, useLanguage } from './language';

type Texts = Readonly<Record<string, string>>;
type Values = Record<string, string | number>;

/** Returns the text of a key. `{{name}}` in the text is replaced by `values.name`. */
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/** The texts of the features that were loaded, by namespace. */
export const definedTexts = new Map<string, Record<Language, Texts>>();

/**
 * Registers the texts of a feature in both languages, and returns the hook that reads them. The compiler refuses a key
 * that one language lacks.
 * @param namespace the name of the feature
 */
export function defineTexts<const En extends Texts>(
  namespace: string,
  { en, zh }: { en: En; zh: Record<keyof En, string> },
): UseTexts<keyof En & string> {
  definedTexts.set(namespace, { 'en-US': en, 'zh-CN': zh });
  const translations = { 'en-US': translationOf(en), 'zh-CN': translationOf(zh) };
  return Object.assign(() => translations[useLanguage()], {
    has: (key: string): key is keyof En & string => Object.hasOwn(en, key),
  });
}

interface UseTexts<Key extends string> {
  (): Translate<Key>;
  /** Returns whether there is a text for this key. */
  has: (key: string) => key is Key;
}

function translationOf<Key extends string>(texts: Readonly<Record<Key, string>>): Translate<Key> {
  return (key, values) => {
    const text = texts[key];
    if (!values) return text;
    return text.replace(/{{(\w+)}}/g, (_placeholder, name: string) => String(values[name] ?? ''));
  };
}
