import { defineTexts } from '../../i18n/define-texts';

export const useTrendTexts = defineTexts('trend', {
  en: {
    chartLabel: 'The values of {{names}} from {{from}} to {{to}}.',
    before: '{{name}}, before',
    noValues: 'No values in this time.',
  },
  zh: {
    chartLabel: '{{names}} 从 {{from}} 到 {{to}} 的数值。',
    before: '{{name}}（此前）',
    noValues: '此时段没有数值。',
  },
});
