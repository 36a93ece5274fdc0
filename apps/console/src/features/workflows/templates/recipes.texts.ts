import { defineTexts } from '../../../i18n/define-texts';
import { i18next } from '../../../i18n/language';

export const useTemplateTexts = defineTexts('workflowTemplates', {
  en: {
    title: 'Start from a recipe',
    hint: 'A recipe is a complete automation. Adapt its points, calendars and limits, and try it with a dry run.',
    search: 'Search recipes',
    none: 'No recipe matches.',
    empty: 'Start with an empty workflow',
    steps: '{{count}} nodes',
    open: 'Recipes',
  },
  zh: {
    title: '从模板开始',
    hint: '模板是完整的自动化。请修改其中的点位、日历和限值，并先进行试运行。',
    search: '搜索模板',
    none: '没有匹配的模板。',
    empty: '从空白工作流开始',
    steps: '{{count}} 个节点',
    open: '模板',
  },
});

/** Titles and purposes of the page of recipes, which is written in English. */
const CHINESE: Readonly<Record<string, string>> = {
  'React to a value': '对数值作出反应',
  'Follow opening hours, holidays or the sun': '遵循营业时间、节假日或日照',
  'Save energy': '节约能源',
  'Watch consumption': '监视能耗',
  'Watch devices and alerts': '监视设备与告警',
  'Remember something, restart a countdown': '记忆状态、重新计时',
  'Work with other workflows and systems': '与其他工作流和系统协作',
  'Ventilate by CO2': '按二氧化碳浓度通风',
  'Lights out after closing': '下班后关灯',
  'Warn above 26 °C for ten minutes': '超过 26 °C 十分钟时告警',
  'Limit the demand': '限制用电需量',
  'Night purge': '夜间换气降温',
  'Optimum start': '最佳启动时间',
  'Keep holidays': '节假日模式',
  'Escalate an alert': '告警升级',
  'A daily energy mail': '每日能耗邮件',
  'Find a leak': '发现泄漏',
  'Compare with last week': '与上周比较',
  'Follow the weather': '跟随天气',
  'Report a silent meter once': '仪表无数据时报告一次',
  'A push button with three modes': '三种模式的按钮',
  'Lights at sunset': '日落时开灯',
  'Warn about a fast change': '数值快速变化时告警',
  'Zones with people': '有人的区域',
  'Light where people are': '有人处开灯',
  'Answer a partner': '应答合作方',
  'Bill the tenants': '租户账单',
  'Off after 30 minutes without people': '无人 30 分钟后关闭',
};

/** Returns a function that translates titles of the page of recipes. A title without a translation stays English. */
export function useRecipeText(): (text: string) => string {
  useTemplateTexts();
  return (text) => (i18next.language.startsWith('zh') ? (CHINESE[text] ?? text) : text);
}
