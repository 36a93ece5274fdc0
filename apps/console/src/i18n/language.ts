import { useSyncExternalStore } from 'react';

export const LANGUAGES = ['zh-CN', 'en-US'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, for choices. */
export const LANGUAGE_NAMES: { value: Language; label: string }[] = [
  { value: 'zh-CN', label: '中文' },
  { value: 'en-US', label: 'English' },
];

let shown: Language = 'zh-CN';
const watchers = new Set<() => void>();

const primary = (tag: string): string | undefined => tag.split('-')[0]?.toLowerCase();

/** The language of the browser, if the console has it. */
export function browserLanguage(): Language | undefined {
  return navigator.languages
    .map((wanted) => LANGUAGES.find((language) => primary(language) === primary(wanted)))
    .find((language) => language !== undefined);
}

/** Shows all texts in this language. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = language;
  if (shown === language) return;
  shown = language;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Returns the language in which texts are shown, and changes with it. */
export function useLanguage(): Language {
  return useSyncExternalStore(watch, () => shown);
}
