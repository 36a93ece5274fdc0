import { useTranslation } from 'react-i18next';
import type { Translate } from '../../i18n/define-texts';
import { i18next } from '../../i18n/language';
import { ENGLISH } from './english-errors';

/** The namespace of the errors. `loadChineseTexts` adds the Chinese ones. */
export const ERRORS: string = 'errors';

i18next.addResourceBundle('en-US', ERRORS, ENGLISH);

/** Keys are codes of errors or of messages of the API, both in this order, statuses, or errors of the browser. */
export const useErrorTexts = (): Translate<keyof typeof ENGLISH & string> => useTranslation(ERRORS).t;
