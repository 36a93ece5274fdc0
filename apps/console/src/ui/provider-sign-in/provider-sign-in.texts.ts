import { defineTexts } from '../../i18n/define-texts';

export const useProviderTexts = defineTexts('providers', {
  en: {
    blocked: 'The browser has blocked the window of the provider. Allow windows of this page, and try again.',
  },
  zh: { blocked: '浏览器阻止了登录窗口。请允许此页面打开窗口，然后重试。' },
});
