import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadChineseTexts } from '../ui/messages/use-message-text';
import { TRANSLATIONS } from './define-texts';
import { i18next } from './language';

const root = join(__dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.texts.ts'),
);
const placeholders = (text: string) => new Set([...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name));
/** The texts of the console itself. The namespaces of `defineTranslations` have no English texts. */
const textsIn = (language: string) => {
  const texts = i18next.getDataByLanguage(language) as Record<string, Record<string, string>>;
  return Object.fromEntries(
    Object.entries(texts).filter(([namespace]) => !namespace.startsWith(TRANSLATIONS)),
  );
};
const keysIn = (language: string) =>
  Object.fromEntries(
    Object.entries(textsIn(language)).map(([namespace, texts]) => [namespace, new Set(Object.keys(texts))]),
  );

describe('The texts of the console', () => {
  beforeAll(async () => {
    files.forEach((file) => jest.requireActual(join(root, file)));
    await loadChineseTexts();
  });

  it('have the same keys in both languages, one namespace per file', () => {
    expect(keysIn('zh-CN')).toEqual(keysIn('en-US'));
    expect(Object.keys(keysIn('en-US'))).toHaveLength(files.length);
  });

  it('have the same placeholders in both languages, and no empty text', () => {
    for (const [namespace, texts] of Object.entries(textsIn('en-US'))) {
      for (const [key, english] of Object.entries(texts)) {
        const chinese = textsIn('zh-CN')[namespace]?.[key] ?? '';
        expect([key, placeholders(chinese)]).toEqual([key, placeholders(english)]);
        expect([english.trim(), chinese.trim()]).not.toContain('');
      }
    }
  });
});
