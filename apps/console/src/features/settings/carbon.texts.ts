import { defineTexts } from '../../i18n/define-texts';

export const useCarbonTexts = defineTexts('carbon', {
  en: {
    title: 'Emission factors',
    hint: 'The factor of the region and scope of the site applies that was valid at the time of use.',
    refresh: 'Refresh from the source',
    refreshed: 'The emission factors were refreshed.',
    scope: 'Scope {{scope}}',
  },
  zh: {
    title: '排放因子',
    hint: '适用站点所设区域和范围在用能时有效的因子。',
    refresh: '从来源刷新',
    refreshed: '排放因子已刷新。',
    scope: '范围 {{scope}}',
  },
});
