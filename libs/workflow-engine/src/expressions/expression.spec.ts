import { say } from '@app/kernel';
import { evaluate, parseExpression } from './expression';
import { kindOf } from './conversions';
import { evaluateText } from './evaluate-text';
import { ExpressionError } from './expression-error';

const limits = { nowMs: Date.UTC(2026, 0, 31), maxSteps: 10_000 };
const give = (text: string, scope: Record<string, unknown> = {}) =>
  evaluate(parseExpression(text), scope, limits);

function problem(attempt: () => unknown): { message: string; position: number } {
  try {
    return { message: `gave ${JSON.stringify(attempt())}`, position: -1 };
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message, position: error.position };
    throw error;
  }
}

describe('the value of an expression', () => {
  it.each<[string, unknown]>([
    ['undefined', null],
    ['[undefined, NaN, Infinity, -Infinity, -0]', [null, null, null, null, 0]],
    ['({ a: undefined, b: [NaN], c: { d: -0 } })', { a: null, b: [null], c: { d: 0 } }],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['[new Date(NaN)]', [null]],
    ['new Date()', '2026-01-31T00:00:00.000Z'],
    ['now()', Date.UTC(2026, 0, 31)],
    [' {{ 1 + 1 }} ', 2],
    ['{{ {a: 1} }}', { a: 1 }],
    ['{{{a: 1}}}', { a: 1 }],
    ['{a: 1}', { a: 1 }],
  ])('is data that can be stored as JSON: %s gives %j', (text, expected) => {
    const given = give(text);
    expect(given).toEqual(expected);
    expect(JSON.parse(JSON.stringify(given))).toEqual(given);
  });

  it('is the given object itself and not a copy, if the object is plain data', () => {
    const data = { list: [{ a: 1 }, 'x', null, true] };
    expect(give('data', { data })).toBe(data);
    expect(give('[data.list]', { data })).toEqual([data.list]);
  });

  it('is computed without changes to the scope', () => {
    const data = { list: [3, 1, 2], none: undefined };
    expect(give('[data.list.toSorted(), data.list.toReversed(), data]', { data })).toEqual([
      [1, 2, 3],
      [2, 1, 3],
      { list: [3, 1, 2], none: null },
    ]);
    expect(data).toEqual({ list: [3, 1, 2], none: undefined });
  });

  it('has no property named __proto__', () => {
    const data: unknown = JSON.parse('{"a": {"__proto__": {"b": 1}, "c": 2}, "d": [{"__proto__": 3}]}');
    const given = give('data', { data }) as Record<string, object>;
    expect(JSON.stringify(given)).toBe('{"a":{"c":2},"d":[{}]}');
    expect(JSON.stringify(give('({ ...data.a })', { data }))).toBe('{"c":2}');
    expect(JSON.stringify(give('JSON.parse(\'{"__proto__": 1}\')'))).toBe('{}');
  });

  it('is never an inherited property', () => {
    const heir: unknown = Object.create({ inherited: 1 });
    expect(() => give('heir.inherited', { heir })).toThrow(
      '"inherited" of an object cannot be used as a value.',
    );
    expect(() => give("heir['inherited']", { heir })).toThrow(
      '"inherited" of an object cannot be used as a value.',
    );
    expect(() => give('inherited', heir as Record<string, unknown>)).toThrow('There is no "inherited" here.');
    expect(give('({ ...heir })', { heir })).toEqual({});
    expect(give('Object.keys(heir)', { heir })).toEqual([]);
  });

  it('is never a function or another value that is not data', () => {
    const scope = { f: () => 1, o: { f: () => 1, s: Symbol('s'), big: 1n }, list: [() => 1] };
    for (const text of [
      'f',
      'o',
      'o.f',
      'o.s',
      'o.big',
      'list',
      'list[0]',
      '[f]',
      'Object.values(o)',
      '({ ...o })',
    ]) {
      expect(() => give(text, scope)).toThrow(ExpressionError);
    }
    expect(() => give('f', scope)).toThrow('The result of an expression cannot be a function.');
    expect(() => give('f()', scope)).toThrow('"f" is not a function that can be called here');
  });
});

describe('an error', () => {
  it.each<[string, string, number]>([
    ['', 'The expression is empty.', 0],
    [' \n ', 'The expression is empty.', 0],
    ['constructor', 'There is no "constructor" here; there are data, list.', 0],
    ['Math[PI]', '"Math" cannot be used as a value.', 0],
    ['list.map((x = y, y) => x)', '"y" has no value yet.', 14],
    ['1 +', 'Unexpected token.', 3],
    ['1 + secret', 'There is no "secret" here; there are data, list.', 4],
    ['data.a b', 'Unexpected text after the end of the expression.', 6],
    ["{{ data + 'x }}", 'Unterminated string constant.', 10],
    [
      '{{ 1 }} {{ 2 }}',
      'Write the expression without {{ and }}, which only mark an expression within a text.',
      4,
    ],
    ['data.constructor', '"constructor" cannot be used as a name.', 5],
    ['list.foo(1)', 'There is no function "foo".', 5],
    ['list.sort()', '"sort" changes the array itself, which is not possible here: use toSorted.', 5],
    ['list.map(data)', 'map needs a function here, such as x => x.value.', 9],
    ['Math.tau', 'There is no value "Math.tau".', 0],
    ['Math.everything(1)', 'There is no function "Math.everything".', 0],
    ['Math.sine(1)', 'There is no function "Math.sine". Did you mean Math.sin?', 0],
    ['round(1.5)', 'There is no function "round". Did you mean Math.round?', 0],
    ['data.toUperCase()', 'There is no function "toUperCase". Did you mean toUpperCase?', 5],
  ])('says what is wrong and where in the text %j', (text, message, position) => {
    expect(problem(() => parseExpression(text, { names: ['data', 'list'] }))).toEqual({ message, position });
  });

  it.each<[string, string, number]>([
    ['1 + data.missing.more', 'Cannot read "more" of undefined.', 4],
    ["data['a'].b.c[list[9]]", 'Cannot read "b" of undefined.', 0],
    ['list.trim()', 'There is no function "trim" of an array.', 0],
    ['data.trim()', 'There is no function "trim" of an object.', 0],
    ['1 + data.trim.x()', 'There is no function "x".', 14],
    ['[1, other]', 'There is no "other" here.', 4],
    ['constructor', 'There is no "constructor" here.', 0],
    ["'' + { toString: 1 }", 'An object with a property named "toString" cannot be converted to text.', 0],
    ["'ab'.repeat(-1e12)", 'Invalid count value: -1000000000000.', 0],
    ['1 + (2.5).toFixed(101)', 'toFixed() digits argument must be between 0 and 100.', 4],
    ['[].reduce((a, b) => a)', 'Reduce of empty array with no initial value.', 0],
    ["JSON.parse('my secret')", 'The text is not valid JSON.', 0],
    ['list.map(x => x.y.z)', 'Cannot read "z" of undefined.', 14],
    ["data.none['my secret']", 'Cannot read a property of undefined.', 0],
  ])('says what is wrong and where in the evaluation of %j', (text, message, position) => {
    expect(problem(() => give(text, { data: {}, list: [1, 2] }))).toEqual({ message, position });
  });

  it.each([
    ['list.trim()', say('no_function_of', { name: 'trim', kind: say('an_array') })],
    [
      'list.push(1)',
      say('no_function_but', { name: 'push', advice: say('use_instead', { instead: '[...array, value]' }) }),
    ],
    ["JSON.parse('['.repeat(201))", say('json_excess', { reason: say('too_deep') })],
    ['1 +', say('other', { reason: 'Unexpected token.' })],
    ['(2.5).toFixed(101)', say('other', { reason: 'toFixed() digits argument must be between 0 and 100.' })],
  ])(
    'has a code and values, unless its text comes from the parser or from JavaScript: %s',
    (text, reason) => {
      expect(() => give(text, { list: [] })).toThrow(expect.objectContaining({ reason }));
    },
  );

  it('is an ExpressionError even if reading a property throws another value', () => {
    const data = {
      get broken(): never {
        throw null as unknown;
      },
    };
    expect(problem(() => give('1 + data.broken', { data }))).toEqual({ message: 'It failed.', position: 4 });
  });

  it('is thrown at evaluation if a known name is missing from the scope', () => {
    const { step, ...expression } = parseExpression('list.length > 0 || item.x', { names: ['list', 'item'] });
    expect(evaluate({ step, ...expression }, { list: [1] }, limits)).toBe(true);
    expect(() => evaluate({ step, ...expression }, { list: [] }, limits)).toThrow('There is no "item" here.');
  });
});

it('an expression is evaluated from scratch each time', () => {
  const expression = parseExpression('list.map((x, i) => x * factor + i)');
  for (const factor of [1, 2, 3]) {
    expect(evaluate(expression, { list: [5, 6], factor }, limits)).toEqual([5 * factor, 6 * factor + 1]);
  }
});

it.each([
  ['value > 1 && state.site.mode', ['value', 'state']],
  ['[1, 2].some(value => value > limit)', ['limit']],
  ["'state' + Math.PI + data['state']", ['data']],
])('an expression lists the names that it reads from the scope: %s', (text, expected) => {
  expect([...parseExpression(text).scopeNames]).toEqual(expected);
});

describe('syntax that expressions do not support', () => {
  it.each([
    ['/x/', 'Regular expressions cannot be used in expressions.'],
    ['1n', 'BigInt numbers cannot be used in expressions.'],
    ['super.x', "'super' keyword outside a method"],
    ['super.x()', "'super' keyword outside a method"],
    ['({ a: 1 }).#a', "Private field '#a' must be declared in an enclosing class"],
    ['({ a: 1 })?.#a()', "Private field '#a' must be declared in an enclosing class"],
    ['({ get a() { return 1; } })', 'An object cannot have methods, getters or setters.'],
    ['({ set a(b) {} })', 'An object cannot have methods, getters or setters.'],
    ['({ a() { return 1; } })', 'An object cannot have methods, getters or setters.'],
  ])('is refused with the reason: %s', (text, message) => {
    expect(problem(() => give(text)).message).toContain(message);
  });
});

describe('evaluateText', () => {
  it.each([
    ['expression', '1 + 1', 2],
    ['expression', '{{ 1 + 1 }}', 2],
    ['template', '1 + 1', '1 + 1'],
    ['template', 'is {{ 1 + 1 }}', 'is 2'],
  ] as const)('evaluates a text as the kind %s: %s', (kind, text, expected) => {
    expect(evaluateText(text, kind, {}, limits)).toBe(expected);
  });
});

describe('kindOf', () => {
  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    [[1], say('an_array')],
    [new Date(0), say('a_date')],
    ['x', say('text')],
    [1, say('a_number')],
    [false, say('a_boolean')],
    [{}, say('an_object')],
  ])('names the type of a value in messages: %j is %s', (value, name) => {
    expect(kindOf(value)).toEqual(name);
  });
});
