import { groupBy } from '@app/kernel';
import fc from 'fast-check';
import { HourLines } from './hour-lines';

const forQuarters = <Value>(value: fc.Arbitrary<Value>) => fc.tuple(value, value, value, value);
const aRow = fc.record({
  hourMs: fc.maxSafeInteger(),
  cuts: fc.integer({ min: 0, max: 15 }),
  coveredMs: forQuarters(fc.integer({ min: 0, max: 900_000 })),
  energyMwh: forQuarters(fc.option(fc.maxSafeInteger())),
});

describe('HourLines', () => {
  it.each(['\n', '\r\n'])('reads all integers of each hour from lines that end with %j', (lineEnd) => {
    fc.assert(
      fc.property(fc.array(fc.record({ meterId: fc.nat(3), row: aRow })), (hours) => {
        const lines = hours.map(({ meterId, row: { hourMs, cuts, coveredMs, energyMwh } }) =>
          [meterId, hourMs, cuts, ...coveredMs, ...energyMwh].map((integer) => integer ?? '').join(','),
        );
        const read = new HourLines(Buffer.from(lines.map((line) => line + lineEnd).join(''))).rowsByMeter();
        const expected = groupBy(hours, ({ meterId }) => meterId);
        expect([...read]).toEqual(
          Array.from(expected, ([meterId, group]) => [meterId, group.map(({ row }) => row)]),
        );
      }),
    );
  });
});
