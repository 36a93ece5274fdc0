import { COMPARISONS, inChinese, type RuleCondition } from '@app/kernel';
import { ruleMessage } from './rule-message';

const change: RuleCondition = { kind: 'rateOfChange', delta: 4, minutes: 10, deadband: 0 };
const silence: RuleCondition = { kind: 'noData', minutes: 15 };
const stuck: RuleCondition = { kind: 'unchanged', minutes: 60 };
const threshold: RuleCondition = { kind: 'threshold', comparison: 'gt', threshold: 30, deadband: 0 };
const point = { pointCode: 'P1', areaId: 3 };
const area = { pointCode: null, areaId: 3 };
/** A message with each comparison. */
const relations = COMPARISONS.map((comparison) =>
  ruleMessage({ ...point, condition: { ...threshold, comparison }, value: 31 }),
);

describe('the message of an alert rule', () => {
  it.each([
    [
      { ...point, condition: threshold, value: 31 },
      'The value of P1 is 31, above the threshold 30.',
      '点位 P1 的数值为 31，高于阈值 30。',
    ],
    [
      { ...area, condition: threshold, value: 31 },
      'The power of area 3 is 31 kW, above the threshold 30 kW.',
      '区域 3 的功率为 31 kW，高于阈值 30 kW。',
    ],
    [
      { ...point, condition: change, value: 5 },
      'The value of P1 has changed by 5 within 10 minutes. The limit is 4.',
      '点位 P1 的数值在 10 分钟内变化了 5，限值为 4。',
    ],
    [
      { ...area, condition: change, value: 5 },
      'The power of area 3 has changed by 5 kW within 10 minutes. The limit is 4 kW.',
      '区域 3 的功率在 10 分钟内变化了 5 kW，限值为 4 kW。',
    ],
    [
      { ...point, condition: silence, value: null },
      'The value of P1 has not been updated for 15 minutes.',
      '点位 P1 的数值已有 15 分钟未更新。',
    ],
    [
      { ...area, condition: silence, value: null },
      'The power of area 3 has not been updated for 15 minutes.',
      '区域 3 的功率已有 15 分钟未更新。',
    ],
    [
      { ...point, condition: stuck, value: 20 },
      'The value of P1 has stayed at 20 for at least 60 minutes.',
      '点位 P1 的数值已有至少 60 分钟保持在 20，没有变化。',
    ],
    [
      { ...area, condition: stuck, value: 20 },
      'The power of area 3 has stayed at 20 kW for at least 60 minutes.',
      '区域 3 的功率已有至少 60 分钟保持在 20 kW，没有变化。',
    ],
  ])('states the same facts in each language: %j', (finding, english, chinese) => {
    const message = ruleMessage(finding);
    expect(message.message).toBe(english);
    expect(inChinese(message)).toBe(chinese);
  });

  it('names each comparison in each language', () => {
    expect(relations.map(({ message }) => message)).toEqual(
      ['above', 'at or above', 'below', 'at or below', 'equal to', 'not equal to'].map(
        (relation) => `The value of P1 is 31, ${relation} the threshold 30.`,
      ),
    );
    expect(relations.map(inChinese)).toEqual(
      ['高于', '不低于', '低于', '不高于', '等于', '不等于'].map(
        (relation) => `点位 P1 的数值为 31，${relation}阈值 30。`,
      ),
    );
  });
});
