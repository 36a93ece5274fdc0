import type { RuleCondition } from '@app/kernel';
import {
  type EvaluatedRule,
  nextTickMs,
  type RuleState,
  sampled,
  started,
  ticked,
  type Transition,
} from './rule-state';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-05-01T10:00:00Z');

type Threshold = Extract<RuleCondition, { kind: 'threshold' }>;

const threshold = (comparison: Threshold['comparison'], limit: number, deadband = 0): RuleCondition => ({
  kind: 'threshold',
  comparison,
  threshold: limit,
  deadband,
});
const rule = (condition: RuleCondition, onDelay = 0, offDelay = 0): EvaluatedRule => ({
  condition,
  onDelayMs: onDelay * SECOND_MS,
  offDelayMs: offDelay * SECOND_MS,
});
const above30 = threshold('gt', 30);
const noData: RuleCondition = { kind: 'noData', minutes: 10 };
const change: RuleCondition = { kind: 'rateOfChange', delta: 10, minutes: 10, deadband: 0 };

/** A value at a second, or a tick at a second. Values arrive without delay. */
type Step = [second: number, value: number | null] | [second: number];

/** Runs a rule from second 0. Returns its transitions, with their seconds. */
function run(evaluated: EvaluatedRule, steps: readonly Step[], lagSeconds = 0) {
  let { state, transitions } = started(evaluated, null, START_MS);
  const all: Transition[] = [...transitions];
  for (const [second, ...values] of steps) {
    const atMs = START_MS + second * SECOND_MS;
    const receivedMs = atMs + lagSeconds * SECOND_MS;
    const [value] = values;
    ({ state, transitions } =
      value === undefined
        ? ticked(evaluated, state, receivedMs)
        : sampled(evaluated, state, { atMs, value }, receivedMs));
    all.push(...transitions);
  }
  return all.map(({ kind, atMs, value }) => [kind, (atMs - START_MS) / SECOND_MS, value]);
}

describe('threshold', () => {
  it.each<[Threshold['comparison'], [violating: number, still: number, over: number]]>([
    ['gt', [30.1, 28.1, 28]],
    ['gte', [30, 28, 27.9]],
    ['lt', [29.9, 31.9, 32]],
    ['lte', [30, 32, 32.1]],
    ['eq', [30, 31.9, 32.1]],
    ['ne', [32.1, 27.9, 31.9]],
  ])(
    'raises, keeps and clears the alert of a %s rule with a deadband at the values %j',
    (comparison, [violating, still, over]) => {
      const evaluated = rule(threshold(comparison, 30, 2));
      const steps: Step[] = [
        [1, violating],
        [2, still],
        [3, over],
      ];
      expect(run(evaluated, steps)).toEqual([
        ['raise', 1, violating],
        ['clear', 3, over],
      ]);
    },
  );

  it.each<[Threshold['comparison'], number]>([
    ['gt', 30],
    ['gte', 29.9],
    ['lt', 30],
    ['lte', 30.1],
    ['eq', 29.9],
    ['ne', 30],
  ])('raises no alert of a %s rule at the value %d', (comparison, value) => {
    expect(run(rule(threshold(comparison, 30)), [[1, value], [600]])).toEqual([]);
  });

  it.each<[string, Step[], unknown[]]>([
    [
      'raises when the next sample arrives',
      [
        [0, 31],
        [10, 32],
      ],
      [['raise', 10, 32]],
    ],
    [
      'raises at the end of the delay, not at the sample',
      [
        [0, 31],
        [25, 32],
      ],
      [['raise', 10, 32]],
    ],
    ['raises at a tick', [[0, 31], [9.999], [10]], [['raise', 10, 31]]],
    ['raises at the end of the delay, not at the tick', [[0, 31], [99]], [['raise', 10, 31]]],
    ['begins again after an interruption', [[0, 31], [5, 30], [6, 31], [15], [16]], [['raise', 16, 31]]],
    ['does not raise if it was interrupted before the tick', [[0, 31], [20, 30], [30]], []],
    ['ignores null and text', [[0, 31], [5, null], [10]], [['raise', 10, 31]]],
    ['ignores samples that are older than the newest', [[5, 31], [4, 0], [15]], [['raise', 15, 31]]],
    [
      'clears after the second delay',
      [[0, 31], [10], [20, 29], [24], [25]],
      [
        ['raise', 10, 31],
        ['clear', 25, 29],
      ],
    ],
    [
      'stays active if the second delay is interrupted',
      [[0, 31], [10], [20, 29], [24, 31], [99]],
      [['raise', 10, 31]],
    ],
    ['evaluates two values of the same instant in order', [[0, 31], [0, 29], [10]], []],
  ])('with delays: %s', (_case, steps, expected) => {
    expect(run(rule(above30, 10, 5), steps)).toEqual(expected);
  });

  it.each([3600, -3600])('measures a delay from the time of arrival if the clocks differ by %d s', (lag) => {
    expect(run(rule(above30, 10), [[0, 31], [9.999]], lag)).toEqual([]);
    expect(run(rule(above30, 10), [[0, 31], [10]], lag)).toEqual([['raise', 10, 31]]);
  });

  it('treats the last known value as if it was measured at the start of the rule', () => {
    const evaluated = rule(above30, 10);
    const { state } = started(evaluated, { atMs: START_MS - 3_600_000, value: 31 }, START_MS);
    expect(nextTickMs(evaluated, state)).toBe(START_MS + 10_000);
  });
});

describe('noData', () => {
  it.each<[string, EvaluatedRule, Step[], unknown[]]>([
    ['raises without any value', rule(noData), [[599], [600]], [['raise', 600, null]]],
    ['counts from the newest value', rule(noData), [[300, 1], [899], [20 * 60]], [['raise', 900, null]]],
    ['counts a text as data', rule(noData), [[300, null], [899]], []],
    [
      'clears with the next value',
      rule(noData),
      [[600], [30 * 60, 1]],
      [
        ['raise', 600, null],
        ['clear', 1800, null],
      ],
    ],
    ['raises after its delay', rule(noData, 60), [[659], [660]], [['raise', 660, null]]],
    ['does not raise if a value arrives in the delay', rule(noData, 60), [[630], [640, 1], [700]], []],
    [
      'clears after its delay',
      rule(noData, 0, 60),
      [[600], [700, 1], [759], [760]],
      [
        ['raise', 600, null],
        ['clear', 760, null],
      ],
    ],
    [
      'stays active if the data ends again',
      rule(noData, 0, 900),
      [[600], [700, 1], [5000]],
      [['raise', 600, null]],
    ],
  ])('%s', (_case, evaluated, steps, expected) => {
    expect(run(evaluated, steps)).toEqual(expected);
  });

  it('raises the alert at the start of the rule if the last known value is too old', () => {
    const { transitions } = started(rule(noData), { atMs: START_MS - 3_600_000, value: 1 }, START_MS);
    expect(transitions).toEqual([{ kind: 'raise', atMs: START_MS, value: null }]);
  });

  it('measures the silence from the timestamp of a sample, not from its arrival', () => {
    const evaluated = rule(noData);
    const first = started(evaluated, null, START_MS);
    const late = { atMs: START_MS + MINUTE_MS, value: 1 };
    const { state } = sampled(evaluated, first.state, late, START_MS + 2 * MINUTE_MS);
    expect(nextTickMs(evaluated, state)).toBe(START_MS + 11 * MINUTE_MS);
  });
});

describe('rateOfChange', () => {
  it.each<[string, EvaluatedRule, Step[], unknown[]]>([
    [
      'raises at a fast rise',
      rule(change),
      [
        [0, 20],
        [60, 25],
        [120, 30],
      ],
      [['raise', 120, 10]],
    ],
    [
      'raises at a fast fall',
      rule(change),
      [
        [0, 20],
        [120, 9],
      ],
      [['raise', 120, 11]],
    ],
    [
      'raises at a rise after a fall',
      rule(change),
      [
        [0, 20],
        [60, 15],
        [120, 25],
      ],
      [['raise', 120, 10]],
    ],
    [
      'ignores a slow rise',
      rule(change),
      [
        [0, 20],
        [300, 25],
        [600, 30],
        [900, 35],
      ],
      [],
    ],
    [
      'does not compare across a gap',
      rule(change),
      [
        [0, 20],
        [700, 60],
      ],
      [],
    ],
    [
      'clears when values leave the window',
      rule(change),
      [[0, 20], [120, 30], [700]],
      [
        ['raise', 120, 10],
        ['clear', 600, 0],
      ],
    ],
    [
      'stays active within its deadband',
      rule({ ...change, deadband: 4 }),
      [[0, 20], [60, 23], [120, 30], [659]],
      [['raise', 120, 10]],
    ],
    [
      'clears beyond its deadband',
      rule({ ...change, deadband: 4 }),
      [[0, 20], [60, 23], [120, 30], [660]],
      [
        ['raise', 120, 10],
        ['clear', 660, 0],
      ],
    ],
    ['raises after its delay', rule(change, 60), [[0, 20], [120, 30], [179], [180]], [['raise', 180, 10]]],
    [
      'does not raise if the values leave the window before the end of the delay',
      rule(change, 600),
      [[0, 20], [120, 30], [2000]],
      [],
    ],
    [
      'clears after its delay',
      rule(change, 0, 60),
      [[0, 20], [120, 30], [2000]],
      [
        ['raise', 120, 10],
        ['clear', 660, 0],
      ],
    ],
  ])('%s', (_case, evaluated, steps, expected) => {
    expect(run(evaluated, steps)).toEqual(expected);
  });

  it('keeps a bounded state for any number of values', () => {
    const evaluated = rule(change);
    let { state } = started(evaluated, null, START_MS);
    for (let second = 0; second < 3600; second++) {
      ({ state } = sampled(
        evaluated,
        state,
        { atMs: START_MS + second * SECOND_MS, value: second / 100 },
        0,
      ));
    }
    expect(state.slots.length).toBeLessThanOrEqual(20);
  });
});

describe('unchanged', () => {
  const stuck: RuleCondition = { kind: 'unchanged', minutes: 10 };
  it.each<[string, EvaluatedRule, Step[], unknown[]]>([
    [
      'raises at the first value that is equal for long enough, and clears at the next other value',
      rule(stuck),
      [[0, 20], [599, 20], [600, 20], [700, 20], [700.5], [701, 20.1]],
      [
        ['raise', 600, 20],
        ['clear', 701, 20.1],
      ],
    ],
    [
      'counts from the last other value',
      rule(stuck),
      [
        [0, 20],
        [300, 21],
        [301, 20],
        [900, 20],
        [901, 20],
      ],
      [['raise', 901, 20]],
    ],
    ['does not raise while no values arrive', rule(stuck), [[0, 20], [300, 20], [9999]], []],
    [
      'counts a gap that an equal value ends',
      rule(stuck),
      [[0, 20], [5000], [5000, 20]],
      [['raise', 5000, 20]],
    ],
    ['stays active while no values arrive', rule(stuck), [[0, 20], [600, 20], [9999]], [['raise', 600, 20]]],
    [
      'ignores null and text',
      rule(stuck),
      [
        [0, 20],
        [300, null],
        [600, 20],
      ],
      [['raise', 600, 20]],
    ],
    [
      'ends a delay by the clock if no further value arrives',
      rule(stuck, 60),
      [[0, 20], [600, 20], [659], [660]],
      [['raise', 660, 20]],
    ],
    [
      'does not raise if the value changes in the delay',
      rule(stuck, 60),
      [[0, 20], [600, 20], [630, 21], [700]],
      [],
    ],
    [
      'clears after its delay',
      rule(stuck, 0, 60),
      [[0, 20], [600, 20], [610, 21], [669], [670]],
      [
        ['raise', 600, 20],
        ['clear', 670, 21],
      ],
    ],
  ])('%s', (_case, evaluated, steps, expected) => {
    expect(run(evaluated, steps)).toEqual(expected);
  });

  it('counts from the timestamp of the last known value', () => {
    const evaluated = rule(stuck);
    const first = started(evaluated, { atMs: START_MS - 10 * MINUTE_MS, value: 20 }, START_MS);
    expect(first.transitions).toEqual([]);
    const { transitions } = sampled(evaluated, first.state, { atMs: START_MS, value: 20 }, START_MS);
    expect(transitions).toEqual([{ kind: 'raise', atMs: START_MS, value: 20 }]);
  });
});

it('a rule continues a delay from a state that was stored as JSON', () => {
  const evaluated = rule(above30, 10);
  const first = started(evaluated, null, START_MS);
  const { state } = sampled(evaluated, first.state, { atMs: START_MS, value: 31 }, START_MS + 500);
  const restored = JSON.parse(JSON.stringify(state)) as RuleState;
  expect(ticked(evaluated, restored, START_MS + 10_499).transitions).toEqual([]);
  expect(ticked(evaluated, restored, START_MS + 10_500).transitions).toHaveLength(1);
});
