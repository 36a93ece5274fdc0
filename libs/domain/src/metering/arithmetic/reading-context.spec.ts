import fc from 'fast-check';
import { hourRowsOf } from './hour-rows';
import { HOUR_MS, type MeterArithmetic, type MeterReading } from './meter-arithmetic';
import { contextOf } from './reading-context';
import { spansOfReadings } from './reading-spans';

const settings = { multiplier: 1, intervalSeconds: 3600, stampedAt: 'start', registerMax: null } as const;

/** One reading per hour. Falls, rises above 100 kW and returns from both are frequent. */
const anyReadings = fc
  .array(fc.constantFrom(0, 20, 70, 90, 110, 160, 210, 290, 9000), { minLength: 1, maxLength: 16 })
  .map((values) => values.map((value, hour): MeterReading => ({ atMs: hour * HOUR_MS, value, quality: 0 })));

describe('contextOf', () => {
  it.each<[string, MeterArithmetic]>([
    ['a register with a limit', { ...settings, kind: 'cumulative', maxPowerKw: 100 }],
    [
      'a register with a limit and a modulus',
      { ...settings, kind: 'cumulative', maxPowerKw: 100, registerMax: 300 },
    ],
    ['a register without a limit', { ...settings, kind: 'cumulative', maxPowerKw: null }],
    ['a power meter', { ...settings, kind: 'power', maxPowerKw: 100 }],
  ])('reports enough readings around a period to compute its energy: %s', (_, meter) => {
    const { before, after } = contextOf(meter);
    fc.assert(
      fc.property(anyReadings, fc.nat(14), fc.integer({ min: 1, max: 3 }), (readings, first, hours) => {
        const [fromMs, toMs] = [first * HOUR_MS, (first + hours) * HOUR_MS];
        const kept = [
          ...readings.filter(({ atMs }) => atMs <= fromMs).slice(-before),
          ...readings.filter(({ atMs }) => atMs > fromMs && atMs < toMs),
          ...readings.filter(({ atMs }) => atMs >= toMs).slice(0, after),
        ];
        const energyOf = (some: MeterReading[]) => hourRowsOf(spansOfReadings(meter, some), fromMs, toMs);
        expect(energyOf(kept)).toEqual(energyOf(readings));
      }),
      { numRuns: 2000 },
    );
  });

  it('reports only the neighbouring readings unless a sample of the meter can be false', () => {
    const neighbours = { before: 1, after: 1 };
    expect(contextOf({ ...settings, kind: 'cumulative', maxPowerKw: null })).toEqual(neighbours);
    expect(contextOf({ ...settings, kind: 'power', maxPowerKw: 100 })).toEqual(neighbours);
    expect(contextOf({ ...settings, kind: 'power', maxPowerKw: null })).toEqual(neighbours);
  });
});
