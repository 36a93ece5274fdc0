import { defineTexts } from '../../../i18n/define-texts';

export const useAnalysisTexts = defineTexts('energyAnalysis', {
  en: {
    title: 'Analysis',
    heatMap: 'Energy of each hour',
    energy: 'Energy',
    heatMapLabel:
      'The energy of each hour from {{from}} to {{last}}. Lowest: {{min}}. Highest: {{max}}. The table has the same figures.',
    durationCurve: 'Load duration curve',
    durationCurveLabel:
      'The power that was reached or exceeded for a share of the time, from {{max}} down to {{min}}. The table has the same figures.',
    typicalDays: 'Typical day by weekday',
    typicalDaysLabel: 'The mean power in each hour of the weekdays. The table has the same figures.',
    hour: 'Hour',
    days: 'Days',
    daysFrom: '{{from}} to {{last}}',
    share: 'Share of the time',
    atLeast: 'Power of at least',
    blank: 'Blank: not measured completely.',
    complete: '{{share}} of the hours were measured completely by all meters. Only these hours count.',
    nothing: 'No hour of this period was measured completely by all meters.',
  },
  zh: {
    title: '分析',
    heatMap: '每小时能耗',
    energy: '能耗',
    heatMapLabel: '{{from}} 至 {{last}} 的每小时能耗。最低：{{min}}。最高：{{max}}。表格包含相同数据。',
    durationCurve: '负荷持续曲线',
    durationCurveLabel: '各时间占比内达到或超过的功率，从 {{max}} 到 {{min}}。表格包含相同数据。',
    typicalDays: '各星期的典型日',
    typicalDaysLabel: '每个星期几各小时的平均功率。表格包含相同数据。',
    hour: '小时',
    days: '日期',
    daysFrom: '{{from}} 至 {{last}}',
    share: '时间占比',
    atLeast: '功率不低于',
    blank: '空白：未完整测量。',
    complete: '所有计量点完整测量的小时占 {{share}}。只计入这些小时。',
    nothing: '此期间没有任何小时被所有计量点完整测量。',
  },
});
