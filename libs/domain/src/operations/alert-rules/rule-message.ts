import type { Comparison, RuleCondition } from '@app/kernel';
import type { MailLanguage } from '@app/mail';

/** The facts that a rule has found out about a point or an area. */
export interface RuleFinding {
  /** Null if the rule watches an area. */
  pointCode: string | null;
  areaId: number | null;
  condition: RuleCondition;
  /** The value, or the change for `rateOfChange`; null for `noData`. */
  value: number | null;
}

interface Words {
  point: (code: string) => string;
  area: (id: number | null) => string;
  relations: Record<Comparison, string>;
  threshold: (subject: string, value: string, relation: string, limit: string) => string;
  rateOfChange: (subject: string, change: string, minutes: number, limit: string) => string;
  noData: (subject: string, minutes: number) => string;
}

const WORDS: Record<MailLanguage, Words> = {
  'en-US': {
    point: (code) => `The value of ${code}`,
    area: (id) => `The power of area ${id}`,
    relations: {
      gt: 'above',
      gte: 'at or above',
      lt: 'below',
      lte: 'at or below',
      eq: 'equal to',
      ne: 'not equal to',
    },
    threshold: (subject, value, relation, limit) =>
      `${subject} is ${value}, ${relation} the threshold ${limit}.`,
    rateOfChange: (subject, change, minutes, limit) =>
      `${subject} has changed by ${change} within ${minutes} minutes. The limit is ${limit}.`,
    noData: (subject, minutes) => `${subject} has not been updated for ${minutes} minutes.`,
  },
  'zh-CN': {
    point: (code) => `点位 ${code} 的数值`,
    area: (id) => `区域 ${id} 的功率`,
    relations: { gt: '高于', gte: '不低于', lt: '低于', lte: '不高于', eq: '等于', ne: '不等于' },
    threshold: (subject, value, relation, limit) => `${subject}为 ${value}，${relation}阈值 ${limit}。`,
    rateOfChange: (subject, change, minutes, limit) =>
      `${subject}在 ${minutes} 分钟内变化了 ${change}，限值为 ${limit}。`,
    noData: (subject, minutes) => `${subject}已有 ${minutes} 分钟未更新。`,
  },
};

/** Explains why a rule has raised its alert. */
export function ruleMessage(
  language: MailLanguage,
  { pointCode, areaId, condition, value }: RuleFinding,
): string {
  const words = WORDS[language];
  const subject = pointCode === null ? words.area(areaId) : words.point(pointCode);
  const quantity = (number: number | null) => (pointCode === null ? `${number} kW` : String(number));
  switch (condition.kind) {
    case 'threshold': {
      const relation = words.relations[condition.comparison];
      return words.threshold(subject, quantity(value), relation, quantity(condition.threshold));
    }
    case 'rateOfChange':
      return words.rateOfChange(subject, quantity(value), condition.minutes, quantity(condition.delta));
    default:
      return words.noData(subject, condition.minutes);
  }
}
