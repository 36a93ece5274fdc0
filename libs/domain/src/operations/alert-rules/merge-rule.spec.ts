import { AlertRuleEntity } from '@app/entities';
import type { AlertRuleChanges } from './alert-rule';
import { changedRule, newRule } from './merge-rule';

const named = { name: 'Too warm', severity: 'major' as const };
const onPoint = { ...named, pointCode: 'P1' };
const stored = (input: AlertRuleChanges) =>
  Object.assign(new AlertRuleEntity(), { id: 1 }, newRule({ ...onPoint, ...input }));
const warm = stored({ comparison: 'gt', threshold: 30, deadband: 2 });
const silent = stored({ condition: { kind: 'noData', minutes: 15 } });
const fast = stored({ condition: { kind: 'rateOfChange', minutes: 15, delta: 5, deadband: 1 } });

const none = { comparison: null, threshold: null, deadband: 0, delta: null, minutes: null };
const asSent = { comparison: 'gt', threshold: 30, deadband: 2 } as const;
const nested = { kind: 'threshold', ...asSent } as const;

describe('newRule', () => {
  it.each<[string, AlertRuleChanges, object]>([
    ['flat fields', asSent, { ...none, kind: 'threshold', ...asSent }],
    ['a threshold in `condition`', { condition: nested }, { ...none, ...nested }],
    ['both forms of the condition if they agree', { ...asSent, condition: nested }, { ...none, ...nested }],
    [
      'both forms of the condition if they complement each other',
      { deadband: 2, condition: { kind: 'threshold', comparison: 'gt', threshold: 30 } },
      { ...none, ...nested },
    ],
    [
      'a `noData` condition',
      { condition: { kind: 'noData', minutes: 15, delta: 3 } },
      { ...none, kind: 'noData', minutes: 15 },
    ],
    [
      'a `rateOfChange` condition with a flat deadband',
      { deadband: 1, condition: { kind: 'rateOfChange', minutes: 15, delta: 5 } },
      { ...none, kind: 'rateOfChange', minutes: 15, delta: 5, deadband: 1 },
    ],
    [
      'a condition with empty flat fields',
      { comparison: null, threshold: null, deadband: 0, condition: { kind: 'noData', minutes: 15 } },
      { ...none, kind: 'noData', minutes: 15 },
    ],
  ])('accepts %s', (_case, input, expected) => {
    expect(newRule({ ...onPoint, ...input })).toMatchObject(expected);
  });

  it.each<[string, AlertRuleChanges, string[]]>([
    ['a rule without a condition', { pointCode: 'P1' }, ['comparison', 'threshold']],
    ['a threshold without a comparison', { pointCode: 'P1', threshold: 3 }, ['comparison']],
    ['a rule without a point or an area', { ...asSent }, ['pointCode', 'areaId']],
    [
      'a rule with both a point and an area',
      { ...asSent, pointCode: 'P1', areaId: 1 },
      ['pointCode', 'areaId'],
    ],
    [
      'a `noData` condition without minutes',
      { pointCode: 'P1', condition: { kind: 'noData' } },
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
    [
      'different thresholds in the two forms',
      { pointCode: 'P1', ...asSent, condition: { ...nested, threshold: 31 } },
      ['condition'],
    ],
    [
      'different kinds in the two forms',
      { pointCode: 'P1', ...asSent, condition: { kind: 'noData', minutes: 15 } },
      ['condition'],
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
  const silence = { kind: 'noData', minutes: 20 } as const;

  it.each<[string, AlertRuleEntity, AlertRuleChanges, object]>([
    [
      'a flat field, even if the old condition is sent with it',
      warm,
      { ...asSent, threshold: 33, condition: nested },
      { ...none, ...nested, threshold: 33 },
    ],
    [
      'the condition, even if the old flat fields are sent with it',
      warm,
      { ...asSent, condition: { ...nested, deadband: 0 } },
      { ...none, ...nested, deadband: 0 },
    ],
    [
      'the kind, even if the old flat fields are sent with it',
      warm,
      { ...asSent, condition: silence },
      { ...none, ...silence },
    ],
    [
      'a `noData` condition to a threshold',
      silent,
      { comparison: 'lt', threshold: 3 },
      { ...none, kind: 'threshold', comparison: 'lt', threshold: 3 },
    ],
    [
      'only the deadband of a `rateOfChange` condition',
      fast,
      { deadband: 2 },
      { kind: 'rateOfChange', delta: 5, deadband: 2 },
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
