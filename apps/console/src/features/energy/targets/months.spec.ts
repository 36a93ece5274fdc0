import fc from 'fast-check';
import { dividedYear, yearOf } from './months';

describe('a budget of a year', () => {
  it('is divided into twelve months that add up to it and differ by at most a thousandth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (thousandths) => {
        const months = dividedYear(thousandths / 1000);
        const [least, most] = [Math.min(...months), Math.max(...months)];
        expect(months).toHaveLength(12);
        expect(yearOf(months)).toBe(thousandths / 1000);
        expect(Math.round((most - least) * 1000)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
