import { useTranslation } from 'react-i18next';
import { NODE_DESCRIPTIONS } from './node-descriptions';
import { TRIGGER_DESCRIPTIONS } from './trigger-descriptions';

const CHINESE = { ...NODE_DESCRIPTIONS, ...TRIGGER_DESCRIPTIONS };

/**
 * Returns a function that translates a description or a title in the schema of a configuration. The English ones come
 * from the API. `test/console/api-texts.spec.ts` fails if the Chinese of one is missing.
 */
export function useSchemaText(): (english: string) => string {
  const { i18n } = useTranslation();
  return (english) =>
    (i18n.language.startsWith('zh') ? (CHINESE[english] ?? english) : english).replaceAll('`', '');
}
