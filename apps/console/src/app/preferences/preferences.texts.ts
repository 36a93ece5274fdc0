import { defineTexts } from '../../i18n/define-texts';

export const usePreferenceTexts = defineTexts('preferences', {
  en: {
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    density: 'Density',
    comfortable: 'Comfortable',
    compact: 'Compact',
    fontSize: 'Font size',
    normal: 'Normal',
    large: 'Large',
    notSaved: 'The preference applies on this device only, because it could not be saved in your account.',
  },
  zh: {
    theme: '主题',
    system: '跟随系统',
    light: '浅色',
    dark: '深色',
    language: '语言',
    density: '密度',
    comfortable: '宽松',
    compact: '紧凑',
    fontSize: '字号',
    normal: '标准',
    large: '大',
    notSaved: '该偏好仅在本设备生效，因为未能保存到您的账户。',
  },
});
