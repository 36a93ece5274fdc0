import { defineTexts } from '../../i18n/define-texts';

export const useTrendTexts = defineTexts('trend', {
  en: {
    chartLabel: 'The values of {{names}} from {{from}} to {{to}}.',
    before: '{{name}}, before',
    unavailable: '{{name}} (the gateway does not answer)',
    noValues: 'No values in this time.',
    unanswered: 'The gateway does not answer, so there are no values to show.',
    range: 'Time',
    fixedPeriod: 'Fixed period',
    'range.6h': '6 hours',
    'range.1d': 'Day',
    'range.7d': '7 days',
    'range.30d': '30 days',
    'range.90d': '90 days',
    'range.1y': 'Year',
  },
  zh: {
    chartLabel: '{{names}} 从 {{from}} 到 {{to}} 的数值。',
    before: '{{name}}（此前）',
    unavailable: '{{name}}（网关无响应）',
    noValues: '此时段没有数值。',
    unanswered: '网关无响应，没有可显示的数值。',
    range: '时段',
    fixedPeriod: '固定时段',
    'range.6h': '6 小时',
    'range.1d': '一天',
    'range.7d': '7 天',
    'range.30d': '30 天',
    'range.90d': '90 天',
    'range.1y': '一年',
  },
});
