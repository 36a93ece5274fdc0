import type { Language } from '@app/entities';

interface Note {
  title: string;
  text: string;
}

interface Texts {
  templates: Record<
    'daily-site' | 'weekly-comparison' | 'monthly-energy-carbon' | 'tenant-statement',
    { title: string; description: string; category: string }
  >;
  carbonNote: Note;
  tenantIntroduction: Note;
  tenantNote: Note;
}

export type ShippedTexts = Record<Language, Texts>;

/** The texts of the shipped templates. */
export const TEXTS: ShippedTexts = {
  'en-US': {
    templates: {
      'daily-site': {
        title: 'Daily site sheet',
        description: 'Electricity by hour and area, cost, alerts and maintenance of one day.',
        category: 'operations',
      },
      'weekly-comparison': {
        title: 'Weekly comparison',
        description:
          'Electricity, peak power, cost, alerts and faults of a week, compared with the week before.',
        category: 'operations',
      },
      'monthly-energy-carbon': {
        title: 'Monthly energy and carbon report',
        description: 'Energy of all types and their emissions, by area and compared with the month before.',
        category: 'sustainability',
      },
      'tenant-statement': {
        title: 'Electricity cost statement',
        description: 'The cost of electricity by price and by day, for a tenant or for the whole site.',
        category: 'billing',
      },
    },
    carbonNote: {
      title: 'How emissions are computed',
      text:
        'Measured energy is multiplied by the emission factor that is valid at the time of use, for the configured ' +
        'region. Emissions are in kilograms of CO2 equivalent.',
    },
    tenantIntroduction: {
      title: '',
      text: 'This statement shows the measured electricity of the period and its cost at the agreed prices.',
    },
    tenantNote: {
      title: 'How costs are computed',
      text:
        'Measured energy is multiplied by the price at the time of use. Each figure is computed exactly and rounded ' +
        'once, so a total can differ from the sum of its rounded rows by some minor units.',
    },
  },
  'zh-CN': {
    templates: {
      'daily-site': {
        title: '站点日报',
        description: '单日的分时与分区用电、费用、告警和维护情况。',
        category: 'operations',
      },
      'weekly-comparison': {
        title: '周对比报告',
        description: '一周的用电、峰值功率、费用、告警和故障，并与上一周对比。',
        category: 'operations',
      },
      'monthly-energy-carbon': {
        title: '月度能耗与碳排放报告',
        description: '各类能源的能耗及碳排放，按区域统计并与上月对比。',
        category: 'sustainability',
      },
      'tenant-statement': {
        title: '电费结算单',
        description: '按电价和日期统计的电费，适用于单个租户或整个站点。',
        category: 'billing',
      },
    },
    carbonNote: {
      title: '碳排放计算方法',
      text: '碳排放等于实测能耗乘以用能时刻有效的排放因子（按所配置的地区），单位为千克二氧化碳当量。',
    },
    tenantIntroduction: { title: '', text: '本结算单列出统计周期内的实测用电量及按约定电价计算的费用。' },
    tenantNote: {
      title: '费用计算方法',
      text: '费用等于实测用电量乘以用电时刻的电价。每个数值均精确计算后一次性舍入，因此合计与各行舍入值之和可能有微小差异。',
    },
  },
};
