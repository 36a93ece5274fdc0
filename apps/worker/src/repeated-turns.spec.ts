import { Logger } from '@nestjs/common';
import { RepeatedTurns } from './repeated-turns';

describe('RepeatedTurns', () => {
  const turn = jest.fn<Promise<number>, []>();
  let turns: RepeatedTurns;

  beforeEach(() => {
    jest.useFakeTimers();
    turn.mockReset().mockResolvedValue(500);
    turns = new RepeatedTurns();
  });
  afterEach(async () => {
    await turns.end();
    jest.useRealTimers();
  });

  const start = (own = turn) => turns.start({ turn: own, failure: 'Nothing could be done' });

  it('repeats a turn after the wait that it returned', async () => {
    start();
    await jest.advanceTimersByTimeAsync(1100);
    expect(turn).toHaveBeenCalledTimes(3);
  });

  it('logs each series of failures once, and retries after each', async () => {
    const complained = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const away = new Error('away');
    turn.mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValueOnce(0);
    turn.mockRejectedValueOnce(away);
    start();
    await jest.advanceTimersByTimeAsync(3500);
    expect(turn).toHaveBeenCalledTimes(5);
    const expected = [{ err: away }, 'Nothing could be done; trying again'];
    expect(complained.mock.calls).toEqual([expected, expected]);
    complained.mockRestore();
  });

  it('waits for all active turns when it ends, and begins no other turn', async () => {
    const finish: ((waitMs: number) => void)[] = [];
    turn.mockImplementation(() => new Promise((resolve) => finish.push(resolve)));
    start();
    start();
    const ended = jest.fn();
    const ending = turns.end().then(ended);
    finish[0]?.(0);
    await jest.advanceTimersByTimeAsync(0);
    expect(ended).not.toHaveBeenCalled();
    finish[1]?.(0);
    await ending;
    await jest.advanceTimersByTimeAsync(5000);
    expect(turn).toHaveBeenCalledTimes(2);
  });
});
