import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['zh-CN', 'en-US'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, for choices. */
export const LANGUAGE_NAMES: { value: Language; label: string }[] = [
  { value: 'zh-CN', label: '中文' },
  { value: 'en-US', label: 'English' },
];

/** Texts are added by `defineTexts`, so the start loads none. */
void i18next.use(initReactI18next).init({
  initAsync: false,
  resources: {},
  lng: 'zh-CN',
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  // React escapes the values.
  interpolation: { escapeValue: false },
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
