import { MWH_PER_KWH } from '../arithmetic/meter-arithmetic';
import { expectedDemand, windowAt } from './demand-forecast';

const MINUTE_MS = 60_000;
const WINDOW = { startMs: 0, endMs: 15 * MINUTE_MS };
const measured = (kwh: number, minutes: number) => ({
  energyMwh: kwh * MWH_PER_KWH,
  coveredMs: minutes * MINUTE_MS,
  estimated: false,
});

const HEARD = { hasSilent: false };

/** Judges a window of 20 kW after four of its 15 minutes. */
const judge = (kwh: number, powerKw: number | null) =>
  expectedDemand(WINDOW, 4 * MINUTE_MS, { ...HEARD, sums: [measured(kwh, 4)], powerKw }, 20).willExceed;

describe('the expected demand', () => {
  it('is the measured energy, and the current power for the rest of the window', () => {
    // 60 kW for 6 minutes and 20 kW for 9.
    const sums = [measured(4, 6), measured(2, 6)];
    expect(expectedDemand(WINDOW, 6 * MINUTE_MS, { ...HEARD, sums, powerKw: 20 }, 40)).toEqual({
      expectedKw: 36,
      willExceed: false,
    });
    expect(expectedDemand(WINDOW, 6 * MINUTE_MS, { ...HEARD, sums, powerKw: 20 }, 35.999).willExceed).toBe(
      true,
    );
    expect(
      expectedDemand(WINDOW, 6 * MINUTE_MS, { ...HEARD, sums, powerKw: 20 }, undefined).willExceed,
    ).toBeNull();
  });

  it('is judged early only if the measured energy alone is too high', () => {
    expect([judge(1, 100), judge(1, 1), judge(1, null), judge(5, 100), judge(5.1, null)]).toEqual([
      null,
      false,
      null,
      null,
      true,
    ]);
  });

  it('does not count the time of silent meters, and is not known to be low while one is silent', () => {
    const sums = [measured(14, 14), { energyMwh: null, coveredMs: 0, estimated: false }];
    const judged = (hasSilent: boolean, contractKw: number) =>
      expectedDemand(WINDOW, 14 * MINUTE_MS, { sums, hasSilent, powerKw: 60 }, contractKw);
    expect(judged(true, 80)).toEqual({ expectedKw: 60, willExceed: null });
    expect(judged(false, 80).willExceed).toBe(false);
    expect(judged(true, 59).willExceed).toBe(true);
  });

  it('is unknown without meters', () => {
    expect(expectedDemand(WINDOW, 0, { ...HEARD, sums: [], powerKw: null }, 20)).toEqual({
      expectedKw: null,
      willExceed: null,
    });
  });

  it.each([
    ['Europe/Berlin', 15, '2026-10-25T00:31:00Z', '2026-10-25T00:30:00Z'],
    ['Asia/Kathmandu', 60, '2026-10-25T00:31:00Z', '2026-10-25T00:15:00Z'],
    ['Asia/Kathmandu', 30, '2026-10-25T00:14:59Z', '2026-10-24T23:45:00Z'],
  ])('has windows from the full hours of %s', (zone, minutes, at, start) => {
    const window = windowAt(Date.parse(at), minutes, zone);
    expect(window).toEqual({
      startMs: Date.parse(start),
      endMs: Date.parse(start) + minutes * MINUTE_MS,
    });
  });
});
