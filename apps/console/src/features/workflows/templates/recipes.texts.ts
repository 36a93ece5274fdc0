import { defineTexts } from '../../../i18n/define-texts';
import { i18next } from '../../../i18n/language';
import type { Recipe } from './recipes';

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
  'Report a silent meter once': '计量点无数据时报告一次',
  'A push button with three modes': '三种模式的按钮',
  'Lights at sunset': '日落时开灯',
  'Warn about a fast change': '数值快速变化时告警',
  'Zones with people': '有人的区域',
  'Light where people are': '有人处开灯',
  'Answer a partner': '应答合作方',
  'Bill the tenants': '租户账单',
  'Off after 30 minutes without people': '无人 30 分钟后关闭',
};

/** The descriptions by the number of the recipe, because they are long. All workflows of a recipe share one. */
const CHINESE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  1: '二氧化碳高于 900 ppm 时启动风机，低于 700 ppm 时停止。hysteresis 防止在此区间内反复触发。onStart 还能发现服务停止期间空气已变差的房间。模式 single 防止第二个房间再次启动风机。风机最多运行十二小时。条件中的 quality 使风机在传感器中途故障时继续运行，因为缺失的值在比较中按 0 计算。',
  2: '日历为关闭状态时，每隔一刻钟关闭无人区域的灯。如果某个区域的传感器故障，该区域的灯保持原状。',
  3: '每个区域的计时在服务重启后继续，区域提前降温时结束。如果到时传感器已故障，则不产生告警。',
  4: '电价按每个一刻钟的平均功率计费。本模板每分钟计算：若功率保持不变，当前一刻钟的平均功率将是多少。高于 60 kW 时再调暗一层楼，低于 50 kW 时恢复一层楼的全部照明。当前功率会反映每一步的效果，因此下一分钟不会调暗过多楼层。没有有效的功率值时不作任何改变。',
  5: '夏季夜间，当室内较热且室外至少低 4 K 时运行风机。每次执行让风机运行一刻钟，即使服务中途停止，revertAfterMs 也会将其关闭。如果传感器故障，或一小时内没有上报数据，风机保持关闭。',
  6: '尽可能晚地启动供暖，使区域在 8:00 达到 21 °C。minutesPerKelvin 初始为 20，之后每天早上由实测值替换。compareAndSet 保证每天只有一次执行启动供暖。最近一小时没有有效值时不启动供暖；如果传感器之后故障，阀门最迟在四小时后关到 30 %。',
  7: '每天早上六点，设定值跟随日历。日历的例外日期可以从 iCalendar 文件导入。',
  8: '如果严重告警在 15 分钟内既未确认也未消除，经理会收到邮件。两个等待并行进行，节点 open 检查两者的结果。',
  9: '数据来自 GET /api/energy/stats，并包含与前一天的变化。邮件会说明当天有多少时间有测量数据，因为故障计量点的能耗会缺失。',
  10: '在无人的建筑中，水不会整夜流动。如果一点到四点之间每个小时都有用水，则产生告警。如果缺少读数，既不产生新告警，也不结束已有告警。',
  11: '如果两者都有测量数据，则将每个小时与一周前的同一小时比较。plus 在夏令时切换时保持当地时间。',
  12: '送风设定值从室外 0 °C 时的 24 °C 降至室外 20 °C 时的 16 °C，每分钟最多变化 0.2 K。如果传感器故障，或一小时内没有上报数据，设定值保持不变。',
  13: '计量点的值为坏值、缺失或超过半小时未更新时，视为无数据。整个中断期间只有一条告警，因此也只有一封邮件。计量点恢复后告警消除。',
  14: '每次按下按钮选择下一种模式。按钮故障后恢复不算按下。模式属于整个站点：任何工作流都可以用 recall 读取，条件中可用 state.site.lightMode 读取。',
  15: '如果建筑处于开放状态，入口的灯在日落前半小时打开。站点的位置在系统配置中设置。',
  16: '将每个新的温度与最近十分钟的最低值和最高值比较。',
  17: '第一个工作流列出有人的区域，传感器故障的区域除外。其他工作流运行它并使用其结果。请将 workflowId 替换为第一个工作流的编号。',
  18: '预订系统上报一条预订，用共享密钥签名，并以其自己的格式得到应答。',
  19: '每月一日，将每个租户的能耗及按电价计算的费用发送给计费服务。计费服务通过 Idempotency-Key 识别重复的调用。如果 coverage 小于 1，说明缺少读数。',
  20: '每当有人到来，工作流都会重新开始，因为其模式为 restart。它先等待区域无人，再等待 30 分钟，然后关灯。如果届时传感器已故障，灯保持打开。',
};

/** Returns the Chinese text for a title or purpose. */
export const titleInChinese = (title: string): string | undefined => CHINESE[title];

/** Returns the Chinese description of a recipe. */
export const descriptionInChinese = ({ id }: Pick<Recipe, 'id'>): string | undefined =>
  CHINESE_DESCRIPTIONS[Number.parseInt(id)];

interface RecipeText {
  title: (text: string) => string;
  description: (recipe: Recipe) => string;
}

/** Returns functions that translate the page of recipes. A text without a translation stays English. */
export function useRecipeText(): RecipeText {
  useTemplateTexts();
  const isChinese = i18next.language.startsWith('zh');
  return {
    title: (text) => (isChinese ? titleInChinese(text) : undefined) ?? text,
    description: (recipe) => (isChinese ? descriptionInChinese(recipe) : undefined) ?? recipe.text,
  };
}
