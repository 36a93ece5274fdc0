import { ZoneClock } from './zone-clock';

/** Noon of a day in summer. In Berlin, the clocks change twice between two summers. */
const summer = (year: number) => Date.UTC(year, 6, 1, 12);
const HOUR_MS = 3_600_000;

describe('the clock of a time zone', () => {
  it('computes a period without a clock change only once', () => {
    const clock = new ZoneClock('Europe/Berlin');
    const known = clock.stretchAt(summer(2026));
    expect(known).toEqual({
      fromMs: Date.UTC(2026, 2, 29, 1),
      untilMs: Date.UTC(2026, 9, 25, 1),
      offsetMs: 2 * HOUR_MS,
    });
    for (const ms of [known.fromMs, summer(2026) + 1, known.untilMs - 1]) {
      expect(clock.stretchAt(ms)).toBe(known);
    }
    expect(clock.stretchAt(known.fromMs - 1).offsetMs).toBe(HOUR_MS);
    expect(clock.stretchAt(known.untilMs).offsetMs).toBe(HOUR_MS);
  });

  it('remembers 64 periods', () => {
    const clock = new ZoneClock('Europe/Berlin');
    const first = clock.stretchAt(summer(1990));
    for (let year = 1991; year < 1990 + 64; year += 1) clock.stretchAt(summer(year));
    expect(clock.stretchAt(summer(1990))).toBe(first);
    clock.stretchAt(summer(1990 + 64));
    expect(clock.stretchAt(summer(1990))).not.toBe(first);
    expect(clock.stretchAt(summer(1990))).toEqual(first);
  });
});
