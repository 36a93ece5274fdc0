import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';
import { argumentsOf, type ArgumentKind, listed } from './listed-function';

const run = () => new ExpressionRun({}, 0, 1000);
/** JavaScript converts this array to the text `1,2`, and to NaN. */
const list = [1, 2];
/** A date can be converted to a number of milliseconds, but not to text. */
const date = new Date(86_400_000);

function given(takes: ArgumentKind[], args: unknown[], more?: { rest: boolean }): readonly unknown[] {
  const callee = listed(['test(a) → any', 'Is for this test.', takes, () => null, more]);
  return argumentsOf(run(), callee, args);
}

describe('the arguments of a listed function', () => {
  it.each<[string, ArgumentKind[], unknown[], unknown[]]>([
    ['any', ['any'], [list], [list]],
    ['function', ['function'], [list], [list]],
    ['number', ['number'], [date], [86_400_000]],
    ['number', ['number'], ['7'], ['7']],
    ['text', ['text'], [list], ['1,2']],
    ['function or text', ['function or text'], [list], ['1,2']],
    ['nothing', ['nothing'], [undefined], [undefined]],
    ['nothing', ['nothing'], [null], [null]],
    ['several kinds', ['text', 'any', 'number'], [list, list, date], ['1,2', list, 86_400_000]],
  ])('are converted to the kind %s (declared %j, given %j)', (_, takes, args, expected) => {
    expect(given(takes, args)).toEqual(expected);
  });

  it('are dropped if the function takes fewer arguments', () => {
    expect(given(['any', 'text'], [1, 'a', 2, 3])).toEqual([1, 'a']);
    expect(given([], [1])).toEqual([]);
  });

  it('may be missing at the end', () => {
    expect(given(['any', 'text'], [list])).toEqual([list]);
    expect(given(['any'], [])).toEqual([]);
  });

  it('after the last declared argument are converted in the same way if the function accepts any number of arguments', () => {
    expect(given(['any', 'text'], [list, list, list, 'c'], { rest: true })).toEqual([
      list,
      '1,2',
      '1,2',
      'c',
    ]);
  });

  it.each<ArgumentKind>(['text', 'function or text'])('cannot be dates if their kind is %s', (kind) => {
    expect(() => given([kind], [date])).toThrow('A date is not converted to text automatically.');
  });

  it('must be null or undefined at a position of the kind nothing', () => {
    expect(() => given(['text', 'nothing'], ['a', 0])).toThrow(ExpressionError);
    expect(() => given(['text', 'nothing'], ['a', 0])).toThrow(
      'test accepts only null or undefined for this argument.',
    );
  });
});
