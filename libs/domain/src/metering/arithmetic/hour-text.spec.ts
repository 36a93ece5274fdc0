import fc from 'fast-check';
import { hourOfText } from './hour-text';

const anEnergy = fc.option(fc.maxSafeInteger());
const aCoverage = fc.integer({ min: 0, max: 900_000 });

describe('hourOfText', () => {
  it('reads all integers of an hour from their text', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.integer({ min: 0, max: 15 }),
        fc.tuple(aCoverage, aCoverage, aCoverage, aCoverage),
        fc.tuple(anEnergy, anEnergy, anEnergy, anEnergy),
        (hourMs, cuts, coveredMs, energyMwh) => {
          const text = [hourMs, cuts, ...coveredMs, ...energyMwh].map((integer) => integer ?? '').join(',');
          expect(hourOfText(text)).toEqual({ hourMs, cuts, coveredMs, energyMwh });
        },
      ),
    );
  });
});
