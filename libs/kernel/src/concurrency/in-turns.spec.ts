import { inTurns } from './in-turns';

/** Computes for `milliseconds`, in steps of about one millisecond. */
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
  it('lets the event loop handle other events during the work', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await expect(inTurns(computing(100))).resolves.toBe('finished');
    clearInterval(timer);
    // The event loop turns once per slice of 10 ms, or less often on a busy machine. If the work did not pause, the
    // loop would not turn at all.
    expect(turns).toBeGreaterThan(1);
  });

  it('rejects with the error of the work', async () => {
    await expect(inTurns(broken())).rejects.toThrow('broken');
  });
});
