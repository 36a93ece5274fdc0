import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';
import { argumentsOf, type ArgumentKind, listed } from './listed-function';

const run = () => new ExpressionRun({}, 0, 1000);
/** JavaScript converts it to the text `1,2`, and to no number. */
const list = [1, 2];
/** Becomes a number of milliseconds, and no text. */
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
  ])('of kind %s are converted: %j, %j', (_, takes, args, expected) => {
    expect(given(takes, args)).toEqual(expected);
  });

  it('are dropped beyond those that the function takes', () => {
    expect(given(['any', 'text'], [1, 'a', 2, 3])).toEqual([1, 'a']);
    expect(given([], [1])).toEqual([]);
  });

  it('may be fewer than those that the function takes', () => {
    expect(given(['any', 'text'], [list])).toEqual([list]);
    expect(given(['any'], [])).toEqual([]);
  });

  it('have the last kind if the function accepts any number of them', () => {
    expect(given(['any', 'text'], [list, list, list, 'c'], { rest: true })).toEqual([
      list,
      '1,2',
      '1,2',
      'c',
    ]);
  });

  it.each<ArgumentKind>(['text', 'function or text'])('of kind %s cannot be dates', (kind) => {
    expect(() => given([kind], [date])).toThrow('A date is not converted to text automatically.');
  });

  it('are refused if the function takes none there', () => {
    expect(() => given(['text', 'nothing'], ['a', 0])).toThrow(ExpressionError);
    expect(() => given(['text', 'nothing'], ['a', 0])).toThrow('test takes no such argument here.');
  });
});
