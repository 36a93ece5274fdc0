import type { Language } from '@app/entities';

interface Note {
  title: string;
  text: string;
}

interface Texts {
  templates: Record<
    | 'daily-site'
    | 'weekly-comparison'
    | 'monthly-energy-carbon'
    | 'tenant-statement'
    | 'management-energy'
    | 'efficiency-monitoring',
    { title: string; description: string; category: string }
  >;
  carbonNote: Note;
  tenantIntroduction: Note;
  tenantNote: Note;
  monitoringIntroduction: Note;
  informedNote: Note;
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
      'management-energy': {
        title: 'Monthly energy report for the management',
        description:
          'Energy and cost compared with the month before, the change from a year before, consumption per floor ' +
          'area, peaks, savings, budgets, losses and expected bills.',
        category: 'management',
      },
      'efficiency-monitoring': {
        title: 'Efficiency monitoring',
        description:
          'Energy by type and its change from a year before, consumption per floor area, losses, savings and peaks, ' +
          'as Article 13 of the European directive 2024/1275 asks of large non-residential buildings.',
        category: 'compliance',
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
    monitoringIntroduction: {
      title: 'Content of this report',
      text:
        'Article 13 of the European directive 2024/1275 asks the building automation of large non-residential ' +
        'buildings to monitor, log and analyse energy use, to benchmark the energy efficiency, to detect losses of ' +
        'efficiency, and to inform the person who is responsible for the building. This report documents the ' +
        'figures of the period: the logged energy by type, the change of electricity from a year before, the ' +
        'consumption, cost and emissions per floor area compared with a reference, the open losses with their estimated cost, the savings since measures and the highest demand. ' +
        'It is not a statement on whether the building complies with the directive.',
    },
    informedNote: {
      title: 'Who is informed',
      text:
        'Each loss and each budget that will be missed raises an alert. The notification rules of the platform ' +
        'choose the recipients by area and severity, and send the alert by mail or to a webhook. An alert that is ' +
        'not acknowledged in time can be sent to further recipients. This report itself is mailed to the recipients of its plan.',
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
      'management-energy': {
        title: '管理层月度能源报告',
        description:
          '能耗和费用（与上月对比）、与一年前相比的变化、单位面积能耗、最大需量、节能量、预算、损失和预计账单。',
        category: 'management',
      },
      'efficiency-monitoring': {
        title: '能效监测报告',
        description:
          '分类能耗及与一年前相比的变化、单位面积能耗、损失、节能量和最大需量，对应欧盟指令 2024/1275 第 13 条对大型非住宅建筑的要求。',
        category: 'compliance',
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
    monitoringIntroduction: {
      title: '报告内容',
      text:
        '欧盟指令 2024/1275 第 13 条要求大型非住宅建筑的楼宇自动化系统监测、记录和分析能耗，对能效进行对标，发现能效损失，并通知楼宇负责人。' +
        '本报告列出统计周期内的数据：分类能耗记录、用电量与一年前相比的变化、单位面积能耗（及其参考值）、费用和碳排放、当前的能耗损失及其估算费用、措施后的节能量和最大需量。' +
        '本报告不构成对楼宇是否符合该指令的判定。',
    },
    informedNote: {
      title: '通知对象',
      text:
        '每项能耗损失和每个将超出的预算都会产生告警。平台的通知规则按区域和级别选择接收人，并通过邮件或 Webhook 发送告警。' +
        '未及时确认的告警可继续发送给其他接收人。本报告会通过邮件发送给报告计划的接收人。',
    },
  },
};
