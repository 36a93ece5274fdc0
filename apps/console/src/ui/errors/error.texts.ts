import { defineTexts } from '../../i18n/define-texts';
import { CHINESE } from './chinese-errors';
import { ENGLISH } from './english-errors';

/** Keys are codes of errors or of messages of the API, both in this order, statuses, or errors of the browser. */
export const useErrorTexts = defineTexts('errors', { en: ENGLISH, zh: CHINESE });
