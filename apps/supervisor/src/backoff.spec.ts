import { Backoff } from './backoff';

describe('Backoff', () => {
  it('waits longer each time, up to half a minute', () => {
    const backoff = new Backoff();
    const delays = Array.from({ length: 9 }, () => backoff.nextDelayMs(100));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('returns to the shortest delay after a minute without a failure', () => {
    const backoff = new Backoff();
    backoff.nextDelayMs(0);
    backoff.nextDelayMs(0);
    expect(backoff.nextDelayMs(60_000)).toBe(500);
  });
});
