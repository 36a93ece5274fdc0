import { inTurns } from './in-turns';

/** Computes for so long, in steps of about a millisecond. */
function* computing(milliseconds: number): Generator<void, string> {
  for (let step = 0; step < milliseconds; step++) {
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    yield;
  }
  return 'finished';
}

function* broken(): Generator<void, void> {
  yield;
  throw new Error('broken');
}

describe('inTurns', () => {
  it('lets the event loop turn while the work goes on', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await expect(inTurns(computing(100))).resolves.toBe('finished');
    clearInterval(timer);
    // One turn for each slice of 10 ms, and fewer on a busy machine; without pauses there is none.
    expect(turns).toBeGreaterThan(1);
  });

  it('rejects with what the work throws', async () => {
    await expect(inTurns(broken())).rejects.toThrow('broken');
  });
});
