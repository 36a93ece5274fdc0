import { AlertRuleEntity } from '@app/entities';
import type { AlertRuleChanges } from './alert-rule';
import { changedRule, newRule } from './merge-rule';

const named = { name: 'Too warm', severity: 'major' as const };
const onPoint = { ...named, pointCode: 'P1' };
const stored = (condition: AlertRuleChanges['condition']) =>
  Object.assign(new AlertRuleEntity(), { id: 1 }, newRule({ ...onPoint, condition }));
const threshold = { kind: 'threshold', comparison: 'gt', threshold: 30, deadband: 2 } as const;
const warm = stored(threshold);
const fast = stored({ kind: 'rateOfChange', minutes: 15, delta: 5, deadband: 1 });

const none = { comparison: null, threshold: null, deadband: 0, delta: null, minutes: null };

describe('newRule', () => {
  it.each<[string, AlertRuleChanges['condition'], object]>([
    ['a threshold', threshold, { ...none, ...threshold }],
    [
      'a `noData` condition',
      { kind: 'noData', minutes: 15, delta: 3 },
      { ...none, kind: 'noData', minutes: 15 },
    ],
    [
      'a `rateOfChange` condition',
      { kind: 'rateOfChange', minutes: 15, delta: 5 },
      { ...none, kind: 'rateOfChange', minutes: 15, delta: 5 },
    ],
    [
      'an `unchanged` condition',
      { kind: 'unchanged', minutes: 60, deadband: 1 },
      { ...none, kind: 'unchanged', minutes: 60 },
    ],
  ])('accepts %s', (_case, condition, expected) => {
    expect(newRule({ ...onPoint, condition })).toMatchObject(expected);
  });

  it.each<[string, AlertRuleChanges, string[]]>([
    ['a rule without a condition', { pointCode: 'P1' }, ['comparison', 'threshold']],
    [
      'a threshold without a comparison',
      { pointCode: 'P1', condition: { kind: 'threshold', threshold: 3 } },
      ['comparison'],
    ],
    ['a rule without a point or an area', { condition: threshold }, ['pointCode', 'areaId']],
    [
      'a rule with both a point and an area',
      { condition: threshold, pointCode: 'P1', areaId: 1 },
      ['pointCode', 'areaId'],
    ],
    [
      'a `noData` condition without minutes',
      { pointCode: 'P1', condition: { kind: 'noData' } },
      ['condition.minutes'],
    ],
    [
      'an `unchanged` condition of an area',
      { areaId: 1, condition: { kind: 'unchanged', minutes: 60 } },
      ['areaId'],
    ],
    [
      'an `unchanged` condition without minutes',
      { pointCode: 'P1', condition: { kind: 'unchanged' } },
      ['condition.minutes'],
    ],
    [
      'a `rateOfChange` condition without fields',
      { pointCode: 'P1', condition: { kind: 'rateOfChange' } },
      ['condition.delta', 'condition.minutes'],
    ],
    [
      'a deadband as large as the limit of the change',
      { pointCode: 'P1', condition: { kind: 'rateOfChange', delta: 2, minutes: 1, deadband: 2 } },
      ['deadband'],
    ],
  ])('refuses %s', (_case, input, paths) => {
    const details = paths.map((path) => ({ path }));
    expect(() => newRule({ ...named, ...input })).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        details: details.map((detail) => expect.objectContaining(detail)),
      }),
    );
  });
});

describe('changedRule', () => {
  it.each<[string, AlertRuleEntity, AlertRuleChanges, object]>([
    [
      'only the threshold',
      warm,
      { condition: { kind: 'threshold', threshold: 33 } },
      { ...none, ...threshold, threshold: 33 },
    ],
    [
      'the kind of the condition',
      warm,
      { condition: { kind: 'noData', minutes: 20 } },
      { ...none, kind: 'noData', minutes: 20 },
    ],
    [
      'only the minutes of a `rateOfChange` condition',
      fast,
      { condition: { kind: 'rateOfChange', minutes: 5 } },
      { kind: 'rateOfChange', delta: 5, deadband: 1, minutes: 5 },
    ],
    [
      'the point to an area',
      warm,
      { pointCode: null, areaId: 3 },
      { pointCode: null, areaId: 3, threshold: 30 },
    ],
    ['the calendar', warm, { schedule: 4 }, { calendarId: 4 }],
  ])('changes %s', (_case, before, changes, expected) => {
    expect(changedRule(before, changes)).toMatchObject({ ...expected, id: 1, revision: 2 });
  });

  it('refuses a rule with both a point and an area', () => {
    expect(() => changedRule(warm, { areaId: 3 })).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });
});
