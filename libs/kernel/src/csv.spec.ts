import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type CsvCell, csvLine } from './csv';

describe('csvLine', () => {
  it.each<[string, CsvCell, string]>([
    ['a text', 'North wing', 'North wing'],
    ['quotes', 'the "old" wing', '"the ""old"" wing"'],
    ['a comma', 'a,b', '"a,b"'],
    ['a line break', 'a\r\nb', '"a\r\nb"'],
    ['an empty cell', null, ''],
    ['a negative number', -12.5, '-12.5'],
    ['zero', 0, '0'],
    ['a number that is not finite', Number.NaN, ''],
    ['a big integer', 9_007_199_254_740_993n, '9007199254740993'],
    ['a boolean', true, 'true'],
    ['an instant', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with quotes', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['a text with a plus', '+44 20', "'+44 20"],
    ['a text with a minus', '-2+3', "'-2+3"],
    ['a text with an at sign', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', "'\t=1"],
    ['a carriage return', '\r=1', `"'\r=1"`],
    ['a full-width formula', '＝1+1', "'＝1+1"],
    ['an equals sign inside of a text', 'a=b', 'a=b'],
  ])('writes %s', (_name, cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`);
  });

  it('formats every instant like toISOString', () => {
    fc.assert(
      fc.property(fc.array(fc.date({ noInvalidDate: true })), (instants) => {
        const expected = instants.map((instant) => instant.toISOString()).join(',');
        expect(csvLine(instants)).toBe(`${expected}\r\n`);
      }),
    );
  });

  it('separates cells by commas', () => {
    expect(csvLine(['a', 1, null, 'b'])).toBe('a,1,,b\r\n');
  });

  it('writes texts that a CSV parser reads back and a spreadsheet does not read as formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), (texts) => {
        const [read = []] = parse(csvLine(texts), { record_delimiter: '\r\n' });
        expect(read.map((cell, index) => (cell === texts[index] ? cell : cell.slice(1)))).toEqual(texts);
        expect(read.every((cell) => !/^[=+\-@\t\r]/.test(cell))).toBe(true);
      }),
    );
  });
});
