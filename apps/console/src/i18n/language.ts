import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['zh-CN', 'en-US'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, for choices. */
export const LANGUAGE_NAMES: { value: Language; label: string }[] = [
  { value: 'zh-CN', label: '中文' },
  { value: 'en-US', label: 'English' },
];

/** Marks that change the direction of the text after them. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Texts are added by `defineTexts`, so the start loads none. */
void i18next.use(initReactI18next).init({
  initAsync: false,
  resources: {},
  lng: 'zh-CN',
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  // React escapes markup. A direction mark in a name must not reverse the sentence that contains the name.
  interpolation: { escape: (value: string) => value.replace(DIRECTION_MARKS, '\uFFFD') },
});

const primary = (tag: string): string | undefined => tag.split('-')[0]?.toLowerCase();

/** The language of the browser, if the console has it. */
export function browserLanguage(): Language | undefined {
  return navigator.languages
    .map((wanted) => LANGUAGES.find((language) => primary(language) === primary(wanted)))
    .find((language) => language !== undefined);
}

/** Shows all texts in this language. */
export function showLanguage(language: Language): void {
  if (i18next.language !== language) void i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export { i18next };
