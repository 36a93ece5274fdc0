import { HourLines } from '../arithmetic/hour-lines';
import { QUARTER_MS } from '../arithmetic/meter-arithmetic';
import { QuarterEnergy } from '../arithmetic/quarter-energy';
import { powerFactor } from './power-factor';

const HOUR = { startMs: 0, endMs: 4 * QUARTER_MS };

/** @param kwh the energy of four quarters of an hour; null for one that was not measured */
function energyOf(kwh: (number | null)[]): QuarterEnergy {
  const covered = kwh.map((value) => (value === null ? 0 : QUARTER_MS));
  const line = [1, 0, 0, ...covered, ...kwh.map((value) => (value === null ? '' : value * 1e6))].join(',');
  return new QuarterEnergy(HOUR, new HourLines(Buffer.from(`${line}\n`)), 1);
}

describe('powerFactor', () => {
  it('divides the energy by the apparent energy of the quarters in which both are known', () => {
    const [active, reactive] = [energyOf([3, 3, null, 30]), energyOf([4, 4, 50, null])];
    expect(powerFactor(HOUR, active, reactive)).toEqual({ reactiveKvarh: 8, powerFactor: 0.6 });
  });

  it('has no direction: energy that was fed in has a power factor, too', () => {
    expect(powerFactor(HOUR, energyOf([-3, 3, -3, 3]), energyOf([4, -4, 4, 4]))).toEqual({
      reactiveKvarh: 8,
      powerFactor: 0.6,
    });
  });

  it('leaves out quarters that are partly outside, and is unknown without any', () => {
    const [active, reactive] = [energyOf([1, 3, 3, 1]), energyOf([1, 4, 4, 1])];
    const middle = { startMs: QUARTER_MS - 1, endMs: HOUR.endMs - 1 };
    expect(powerFactor(middle, active, reactive).powerFactor).toBe(0.6);
    const nothing = { reactiveKvarh: null, powerFactor: null };
    expect(powerFactor({ startMs: 1, endMs: QUARTER_MS }, active, reactive)).toEqual(nothing);
    const none = energyOf([0, 0, 0, 0]);
    expect(powerFactor(HOUR, none, none)).toEqual({ reactiveKvarh: 0, powerFactor: null });
  });
});
