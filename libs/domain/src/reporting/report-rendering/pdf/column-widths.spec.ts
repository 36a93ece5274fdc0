import fc from 'fast-check';
import { type ColumnNeeds, columnBlocks } from './column-widths';

const text = (natural: number): ColumnNeeds => ({ kind: 'text', natural, least: 40 });
const number = (width: number): ColumnNeeds => ({ kind: 'number', natural: width, least: width });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('columnBlocks', () => {
  it('shares the remaining width of the page among all columns', () => {
    expect(columnBlocks([text(100), number(50), number(50)], 500)).toEqual([
      { columns: [0, 1, 2], widths: [200, 150, 150] },
    ]);
  });

  it('makes columns of long texts narrower, but never columns of numbers', () => {
    const [block] = columnBlocks([text(400), number(100), text(200)], 500);
    expect(block?.columns).toEqual([0, 1, 2]);
    expect(block?.widths[1]).toBe(100);
    expect(sum(block?.widths ?? [])).toBeCloseTo(500);
  });

  it('repeats the first column in every block of a wide table', () => {
    const blocks = columnBlocks([text(60), ...Array.from({ length: 9 }, () => number(100))], 500);
    expect(blocks.map(({ columns }) => columns)).toEqual([
      [0, 1, 2, 3, 4],
      [0, 5, 6, 7, 8],
      [0, 9],
    ]);
  });

  it('fits every block on the page, and shows each column except the first in exactly one block', () => {
    const need = fc.record({
      kind: fc.constantFrom<ColumnNeeds['kind']>('text', 'number', 'time'),
      natural: fc.integer({ min: 20, max: 900 }),
      least: fc.integer({ min: 20, max: 150 }),
    });
    fc.assert(
      fc.property(fc.array(need, { minLength: 1, maxLength: 30 }), (needs) => {
        const blocks = columnBlocks(needs, 511);
        expect(blocks.every(({ widths }) => sum(widths) <= 511.001)).toBe(true);
        expect(blocks.flatMap(({ columns }) => columns.slice(1))).toEqual(
          needs.slice(1).map((_, index) => index + 1),
        );
      }),
    );
  });
});
