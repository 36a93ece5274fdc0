import { defineTexts } from '../../i18n/define-texts';
import { CHINESE } from './chinese-errors';
import { ENGLISH } from './english-errors';

/** Keys are codes of the API, statuses, keys of `ERROR_MESSAGES`, or errors of the browser. */
export const useErrorTexts = defineTexts('errors', { en: ENGLISH, zh: CHINESE });
