import type { OccurrenceEvaluationService, SkippedStartsService } from '@app/domain';
import type { EventBus } from '@app/events';
import { RepeatedTurns } from '../../repeated-turns';
import { OccurrencesRunner } from './occurrences.runner';

/** Lets a few turns of the event loop pass. Each evaluation takes one turn. */
const settle = () => jest.advanceTimersByTimeAsync(5);
const nothing = () => undefined;

describe('OccurrencesRunner', () => {
  const evaluateNext = jest.fn<Promise<number>, []>();
  let announce: () => void;
  let turns: RepeatedTurns;
  beforeEach(async () => {
    jest.useFakeTimers();
    evaluateNext.mockReset().mockResolvedValue(0);
    const bus = {
      subscribe: (_event: unknown, handler: () => void) => {
        announce = handler;
        return nothing;
      },
    };
    turns = new RepeatedTurns();
    const runner = new OccurrencesRunner(
      turns,
      { evaluateNext } as unknown as OccurrenceEvaluationService,
      { evaluateNext: () => Promise.resolve(0) } as unknown as SkippedStartsService,
      bus as unknown as EventBus,
    );
    runner.onApplicationBootstrap();
    await settle();
  });
  afterEach(async () => {
    await turns.end();
    jest.useRealTimers();
  });

  it('evaluates occurrences when it starts and every second', async () => {
    expect(evaluateNext).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(3000);
    expect(evaluateNext).toHaveBeenCalledTimes(4);
  });

  it('evaluates at once after an announcement, until no occurrence is left', async () => {
    evaluateNext.mockResolvedValueOnce(500).mockResolvedValueOnce(20);
    announce();
    await settle();
    expect(evaluateNext).toHaveBeenCalledTimes(4);
  });

  it('evaluates again if an announcement arrives during an evaluation', async () => {
    let finish: (evaluated: number) => void = nothing;
    evaluateNext.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    announce();
    await settle();
    announce();
    finish(0);
    await settle();
    expect(evaluateNext).toHaveBeenCalledTimes(3);
  });
});
