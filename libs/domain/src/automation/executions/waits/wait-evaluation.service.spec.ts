import { FixedClock } from '@app/kernel';
import { NameIndex } from '../../../platform/occurrences/name-index';
import type { EvaluatedOccurrence } from './recent-events.queries';
import { WaitEvaluationService } from './wait-evaluation.service';

const NOW = new Date('2026-05-01T10:00:00Z');
const occurrences: EvaluatedOccurrence[] = ['1', '2', '3'].map((id) => ({
  id,
  kind: 'state_change',
  name: 'AHU1.Temp',
  payload: {},
  occurredAt: NOW,
  recordedAt: NOW,
}));

/** Evaluates the occurrences for this many waits, all for the same point. */
async function evaluate(waits: number, isTrue: () => boolean): Promise<void> {
  const steps = Array.from({ length: waits }, (_, index) => ({
    executionId: `e${index}`,
    stepKey: `s${index}`,
    kind: 'points',
    countsFrom: NOW,
    expiresAt: new Date(NOW.getTime() + 1000),
  }));
  const index = new NameIndex(steps.map((step) => [['AHU1.Temp'], step] as const));
  const service = new WaitEvaluationService(
    {} as never,
    { waiting: () => Promise.resolve(index) } as never,
    { siteFor: () => Promise.resolve({}), isTrue } as never,
    {} as never,
    new FixedClock(NOW.getTime()),
  );
  const withoutRows = { query: () => Promise.resolve([]) };
  expect(await service.meet(withoutRows as never, occurrences)).toEqual([]);
}

describe('the evaluation of waits', () => {
  it('evaluates the condition of a wait until an occurrence fulfils it', async () => {
    const isTrue = jest.fn(() => true);
    await evaluate(2, isTrue);
    expect(isTrue).toHaveBeenCalledTimes(2);
  });

  it('lets the event loop handle other work during the evaluation', async () => {
    let handled = 0;
    let next = setImmediate(function handle() {
      handled++;
      next = setImmediate(handle);
    });
    await evaluate(20, () => {
      for (const untilMs = performance.now() + 1; performance.now() < untilMs;);
      return false;
    });
    clearImmediate(next);
    expect(handled).toBeGreaterThan(1);
  });
});
