import type { RuleCondition } from '@app/kernel';
import type { AlertRuleChangesDto } from './alert-rules.dto';
import { toChanges } from './rule-forms';

const flat = { comparison: 'gt', threshold: 30, deadband: 2 } as const;
const warm = { kind: 'threshold', ...flat } as const;
const silent = { kind: 'noData', minutes: 15 } as const;
const fast = { kind: 'rateOfChange', minutes: 15, delta: 5, deadband: 1 } as const;

describe('the two forms of a condition', () => {
  it.each<[string, AlertRuleChangesDto, object | undefined]>([
    ['flat fields', flat, warm],
    ['a threshold in `condition`', { condition: warm }, warm],
    ['both forms if they agree', { ...flat, condition: warm }, warm],
    [
      'both forms if they complement each other',
      { deadband: 2, condition: { kind: 'threshold', comparison: 'gt', threshold: 30 } },
      warm,
    ],
    [
      'a `rateOfChange` condition with a flat deadband',
      { deadband: 1, condition: { kind: 'rateOfChange', minutes: 15, delta: 5 } },
      fast,
    ],
    [
      'a `noData` condition with empty flat fields',
      { comparison: null, threshold: null, deadband: 0, condition: silent },
      { ...silent, deadband: 0 },
    ],
    ['only a deadband', { deadband: 2 }, { kind: 'threshold', deadband: 2 }],
    ['no condition', { name: 'Too warm' }, undefined],
  ])('are combined for a new rule with %s', (_case, body, condition) => {
    expect(toChanges(body).condition).toEqual(condition);
  });

  it.each<[string, RuleCondition, AlertRuleChangesDto, object | undefined]>([
    [
      'a flat field, even if the old condition is sent with it',
      warm,
      { ...flat, threshold: 33, condition: warm },
      { kind: 'threshold', threshold: 33 },
    ],
    [
      'the condition, even if the old flat fields are sent with it',
      warm,
      { ...flat, condition: { ...warm, deadband: 0 } },
      { kind: 'threshold', deadband: 0 },
    ],
    ['the kind, even if the old flat fields are sent with it', warm, { ...flat, condition: silent }, silent],
    [
      'the kind of a rule without a deadband, even if its flat deadband is sent with it',
      silent,
      { comparison: null, threshold: null, deadband: 0, condition: fast },
      fast,
    ],
    [
      'a `noData` condition to a threshold',
      silent,
      { comparison: 'lt', threshold: 3 },
      { kind: 'threshold', comparison: 'lt', threshold: 3 },
    ],
    [
      'only the deadband of a `rateOfChange` condition',
      fast,
      { deadband: 2 },
      { kind: 'rateOfChange', deadband: 2 },
    ],
    ['nothing, if a rule is sent back as it was read', warm, { ...flat, condition: warm }, undefined],
  ])('change %s', (_case, current, body, condition) => {
    expect(toChanges(body, { current }).condition).toEqual(condition);
  });

  it.each<[string, AlertRuleChangesDto]>([
    ['thresholds', { ...flat, condition: { ...warm, threshold: 31 } }],
    ['kinds', { ...flat, condition: silent }],
  ])('are refused if they have different %s', (_case, body) => {
    expect(() => toChanges(body, { path: 'rule.condition' })).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        details: [expect.objectContaining({ path: 'rule.condition' })],
      }),
    );
  });
});
