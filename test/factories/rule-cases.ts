import type { RuleCondition } from '@app/kernel';
import fc from 'fast-check';
import type { RuleCase, RuleSample } from './slow-rule';

const minutes = fc.constantFrom(20, 40, 100);
const level = fc.integer({ min: 0, max: 20 });
const conditions: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('threshold' as const),
    comparison: fc.constantFrom(
      'gt' as const,
      'gte' as const,
      'lt' as const,
      'lte' as const,
      'eq' as const,
      'ne' as const,
    ),
    threshold: level,
    deadband: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant('noData' as const), minutes }),
  fc.record({
    kind: fc.constant('rateOfChange' as const),
    delta: fc.integer({ min: 5, max: 12 }),
    minutes,
    deadband: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant('unchanged' as const), minutes }),
);
/** Samples of `total` minutes. @param lag the minutes from the timestamp of a sample to its arrival */
export const samplesWith = (lag: fc.Arbitrary<number>, total: number): fc.Arbitrary<RuleSample[]> =>
  fc
    .array(
      fc.record({
        gap: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 150 })),
        lateBy: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 30 })),
        lag,
        value: fc.oneof(
          { weight: 6, arbitrary: level },
          { weight: 3, arbitrary: fc.constant(7) },
          fc.constant(null),
        ),
      }),
      { maxLength: 80 },
    )
    .map((steps) => {
      let latest = 0;
      let arrival = 0;
      return steps.flatMap(({ gap, lateBy, lag: ownLag, value }) => {
        latest += gap;
        if (latest >= total) return [];
        const minute = Math.max(0, latest - lateBy);
        arrival = Math.max(arrival, minute + ownLag);
        return [{ minute, arrival, value }];
      });
    });
/** The settings of a random rule, with delays in minutes. */
export const ruleSettings = {
  condition: conditions,
  onDelay: fc.constantFrom(0, 1, 5, 30),
  offDelay: fc.constantFrom(0, 1, 10, 45),
};

/**
 * Restarts, values of bad quality, and corrections of the service's clock. A process notices a correction while it runs.
 */
export function casesWithRestarts(total: number): fc.Arbitrary<RuleCase> {
  const restarts = fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 500 }),
      lasts: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 900 })),
    }),
    { maxLength: 6 },
  );
  const steps = fc.array(
    fc.record({
      at: fc.integer({ min: 1, max: total }),
      by: fc.oneof(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -1500, max: 1500 })),
    }),
    { maxLength: 4 },
  );
  const lag = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 5 }));
  const bad = fc.array(fc.nat({ max: 79 }), { maxLength: 20 });
  const parts = { ...ruleSettings, samples: samplesWith(lag, total), bad, restarts, steps };
  return fc.record(parts).map(({ bad: badOnes, restarts: planned, steps: all, samples, ...settings }) => {
    let at = 0;
    const downs = planned
      .map(({ after, lasts }) => ({ from: (at += after), to: (at += lasts) }))
      .filter(({ to }) => to < total);
    const isRunning = (minute: number) => downs.every(({ from, to }) => minute < from || minute > to);
    return {
      ...settings,
      samples: samples.map((sample, index) => ({ ...sample, isBad: badOnes.includes(index) })),
      downs,
      steps: all.filter((step) => isRunning(step.at)),
    };
  });
}
