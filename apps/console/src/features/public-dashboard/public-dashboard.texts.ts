import { defineTexts } from '../../i18n/define-texts';

export const usePublicTexts = defineTexts('public', {
  en: {
    title: 'Energy of the building',
    powerNow: 'Power now',
    today: 'Energy today',
    yesterday: 'Yesterday: {{amount}}',
    areas: 'Areas',
    alarms: 'Active alarms',
    noAlarms: 'Everything runs within its limits.',
    widgets: 'Dashboard',
    model: 'Model of the building',
    asOf: 'As of {{time}}',
    outdated: 'The connection is lost. The figures are those of {{time}}. The page tries again by itself.',
    shareLabel: '{{name}}: {{share}} of the highest power of an area',
    noAreas: 'No areas are measured yet.',
  },
  zh: {
    title: '楼宇能耗',
    powerNow: '当前功率',
    today: '今日用电',
    yesterday: '昨日：{{amount}}',
    areas: '区域',
    alarms: '当前告警',
    noAlarms: '一切正常运行。',
    widgets: '仪表板',
    model: '楼宇模型',
    asOf: '截至 {{time}}',
    outdated: '连接已断开，当前显示 {{time}} 的数据。页面会自动重试。',
    shareLabel: '{{name}}：相当于各区域最高功率的 {{share}}',
    noAreas: '尚无计量的区域。',
  },
});
