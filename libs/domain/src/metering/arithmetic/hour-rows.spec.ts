import fc from 'fast-check';
import { ceilHour, floorHour, hourRowsOf } from './hour-rows';
import { HOUR_MS, QUARTER_MS, type Span } from './meter-arithmetic';

const T0 = Date.parse('2024-01-01T00:00Z');
const MINUTE_MS = 60_000;
const aSpan = (overrides: Partial<Span> = {}): Span => ({
  startMs: T0,
  endMs: T0 + HOUR_MS,
  energyMwh: 1_000_000,
  estimatedWhenCut: true,
  ...overrides,
});
const rowsOf = (span: Span) => hourRowsOf([span], floorHour(span.startMs), ceilHour(span.endMs));

describe('hourRowsOf', () => {
  it('splits an hour into its four quarters, and marks the boundaries within the hour as estimates', () => {
    expect(rowsOf(aSpan())).toEqual([
      {
        hourMs: T0,
        energyMwh: [250_000, 250_000, 250_000, 250_000],
        coveredMs: [QUARTER_MS, QUARTER_MS, QUARTER_MS, QUARTER_MS],
        cuts: 0b1110,
      },
    ]);
  });

  it('returns null for quarters without a measurement', () => {
    const [row] = rowsOf(aSpan({ endMs: T0 + 10 * MINUTE_MS }));
    expect(row).toMatchObject({
      energyMwh: [1_000_000, null, null, null],
      coveredMs: [600_000, 0, 0, 0],
      cuts: 0,
    });
  });

  it('adds up several spans in one quarter', () => {
    const minutes = [0, 5, 12].map((minute, index) =>
      aSpan({
        startMs: T0 + minute * MINUTE_MS,
        endMs: T0 + (minute + 2) * MINUTE_MS,
        energyMwh: 10 ** index,
      }),
    );
    expect(hourRowsOf(minutes, T0, T0 + HOUR_MS)).toEqual([
      { hourMs: T0, energyMwh: [111, null, null, null], coveredMs: [6 * MINUTE_MS, 0, 0, 0], cuts: 0 },
    ]);
  });

  it('spreads the energy of a gap over the hours of the gap', () => {
    const rows = rowsOf(aSpan({ startMs: T0 + 30 * MINUTE_MS, endMs: T0 + 150 * MINUTE_MS, energyMwh: 8 }));
    expect(rows.map(({ energyMwh, cuts }) => ({ energyMwh, cuts }))).toEqual([
      { energyMwh: [null, null, 1, 1], cuts: 0b1000 },
      { energyMwh: [1, 1, 1, 1], cuts: 0b1111 },
      { energyMwh: [1, 1, null, null], cuts: 0b0011 },
    ]);
  });

  it('returns only the requested hours', () => {
    const rows = hourRowsOf([aSpan({ endMs: T0 + 3 * HOUR_MS })], T0 + HOUR_MS, T0 + 2 * HOUR_MS);
    expect(rows.map(({ hourMs }) => hourMs)).toEqual([T0 + HOUR_MS]);
  });

  it('returns quarters that add up exactly, for any span', () => {
    const anySpan = fc
      .record({
        startMs: fc.integer({ min: 0, max: 7 * 24 * HOUR_MS }),
        lengthMs: fc.integer({ min: 1, max: 3 * 24 * HOUR_MS }),
        energyMwh: fc.integer({ min: -1_000_000_000, max: 1_000_000_000_000 }),
      })
      .map(({ startMs, lengthMs, energyMwh }) =>
        aSpan({ startMs: T0 + startMs, endMs: T0 + startMs + lengthMs, energyMwh }),
      );
    fc.assert(
      fc.property(anySpan, (span) => {
        const rows = rowsOf(span);
        const energyMwh = rows
          .flatMap((row) => row.energyMwh)
          .reduce<number>((sum, part) => sum + (part ?? 0), 0);
        const coveredMs = rows.flatMap((row) => row.coveredMs).reduce((sum, part) => sum + part, 0);
        expect({ energyMwh, coveredMs }).toEqual({
          energyMwh: span.energyMwh,
          coveredMs: span.endMs - span.startMs,
        });
      }),
    );
  });
});
