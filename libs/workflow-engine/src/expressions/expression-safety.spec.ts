import fc from 'fast-check';
import { evaluate, parseExpression } from './expression';
import { ExpressionError } from './expression-error';

const scope = {
  triggerData: JSON.parse(
    '{"value": 1, "__proto__": {"evil": 1}, "constructor": {"prototype": 5}, "key": "constructor"}',
  ),
  variables: { list: [1, 2, 3], text: 'x', none: null },
  env: { NAME: 'plant' },
};
const names = Object.keys(scope);
const limits = { nowMs: 0, maxSteps: 100_000 };

const give = (source: string) => evaluate(parseExpression(source, { names }), scope, limits);

/** Returns the message of the ExpressionError that the expression causes. Throws any other error. */
function refusal(source: string): string {
  try {
    return `gave ${JSON.stringify(give(source))}`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

describe('a forbidden expression', () => {
  it.each([
    // Ways to reach the Function constructor from a value.

    "constructor.constructor('return process')()",
    "''.constructor.constructor('return 1')()",
    '[].constructor',
    "(x => x).constructor('return 1')()",
    '({}).constructor',
    'triggerData.constructor',
    'variables?.constructor',
    "variables['constructor']",
    "variables['const' + 'ructor']",
    "variables[['constructor']]",
    'variables[`constructor`]',
    'variables[triggerData.key]',
    "''['constructor']",
    "(0)['constructor']",
    "variables.list['constructor']",
    "variables[['con', 'structor'].join('')]",
    "variables['rotcurtsnoc'.split('').toReversed().join('')]",
    'variables[JSON.parse(\'"constructor"\')]',
    "variables['\\u0063onstructor']",
    'variables.\\u0063onstructor',
    "variables[{ toString: () => 'constructor' }]",
    "variables[{ toString: 'constructor' }]",
    "Math['constructor']",
    '[variables].map(({ constructor }) => constructor)',
    "[variables].map(({ ['constructor']: c }) => c)",
    "[variables].map(({ constructor: { constructor: c } }) => c('return 1')())",
    '[1].map(constructor => constructor)',
    "[''].map(({ ['con' + 'structor']: c }) => c)",
    "Object.hasOwn(variables, 'constructor')",
    'new Date(0).constructor',
    // Prototypes.

    'variables.__proto__',
    "variables['__proto__']",
    "variables['__pro' + 'to__']",
    '({}).__proto__',
    '[].__proto__',
    '({ __proto__: variables })',
    "({ '__proto__': variables })",
    "({ ['__proto__']: 1 })",
    "({ ['__pro' + 'to__']: 1 })",
    "Object.fromEntries([['__proto__', 1]])",
    '({ constructor: 1 })',
    "({ 'prototype': 1 })",
    'Object.prototype',
    'Array.prototype',
    'Object.getPrototypeOf(variables)',
    'Object.setPrototypeOf({}, variables)',
    'Object.create(variables)',
    '__proto__',
    'variables.__defineGetter__("x", 1)',
    'variables.__lookupGetter__',
    'variables.hasOwnProperty',
    'variables.valueOf()',
    // Globals of the process.

    'process',
    'process.env',
    'require("fs")',
    'globalThis',
    'global',
    'module',
    'exports',
    'Function("return 1")()',
    'eval("1")',
    'Reflect.get(variables, "x")',
    'new Proxy({}, {})',
    'Symbol.iterator',
    'Symbol("x")',
    'Promise.resolve(1)',
    'setTimeout',
    'fetch("http://x")',
    'console.log(1)',
    'Buffer.from("x")',
    'WebAssembly',
    'Error("x")',
    'RegExp("x")',
    'Intl',
    'Proxy',
    'BigInt(1)',
    'Object',
    'Math',
    'JSON',
    'Error.prepareStackTrace',
    'new Error().stack',
    'undefinedName',
    'arguments',
    'arguments.callee',
    'Array',
    '[Array]',
    'Date',
    'String',
    // JavaScript keywords that cannot be used in expressions.

    'this',
    'this.constructor',
    'new.target',
    'import("fs")',
    'import.meta',
    'super.x',
    'await 1',
    'yield 1',
    'class {}',
    'function () {}',
    '(function () { return this })()',
    '() => 1',
    'x => x',
    '[x => x]',
    '({ f: x => x })',
    '({ f() { return 1 } })',
    '({ get f() { return 1 } })',
    '({ set f(x) {} })',
    '({ async f() {} })',
    '({ *f() {} })',
    '({ toString: x => 1 }) + 1',
    '`${x => x}`',
    '(x => x)(1)',
    '(() => 1)()',
    '[1].map(function (x) { return x })',
    '[1].map(x => { return x })',
    '[1].map(async x => x)',
    '[1].map((...x) => x)',
    '[1].map(({ ...x }) => x)',
    'variables.list = 1',
    'variables.x++',
    '--variables.x',
    'delete variables.list',
    '1, 2',
    'void 0',
    '"x" in variables',
    'variables instanceof Object',
    'variables.list.map.call([], x => x)',
    'variables.list.map',
    "''.trim",
    '[].map.constructor',
    "'a'.at",
    'Math.max.call(1)',
    'Number.name',
    'String.raw`x`',
    'variables.text`x`',
    '`x``y`',
    'String.fromCharCode(99)',
    '/x/.test("x")',
    '/(a+)+$/.exec(variables.text)',
    "'x'.match('x')",
    '1n',
    'Math.random()',
    "variables.list['map'](x => x)",
    "variables.text['trim']()",
    'variables.list.map?.(x => x)',
    'variables.text.trim?.()',
    'Math?.max(1)',
    'variables.list.push(1)',
    'variables.list.sort()',
    'variables.list.reverse()',
    'variables.list.splice(0)',
    'variables.list.fill(0)',
    'Object.assign(variables, {})',
    'Object.defineProperty({}, "x", {})',
    'Object.freeze(variables)',
    'variables.list.concat.apply([], [])',
    'Array.from(variables.list).push(1)',
    'variables.list.slice().map(x => x).at(0).sort()',
    'JSON.parse("{}", (k, v) => v)',
    'JSON.stringify(variables, x => x)',
    'JSON.stringify(variables, ["x"])',
    'JSON.stringify(...[variables, ["list"]])',
    'new Function("return 1")',
    'new Array(5)',
    'new Object()',
    'new Date(2020, 1)',
    'new variables.text()',
    'new (Date)(0).getDay()',
    'Date()',
    "new Date('1 May 2026')",
    'new Date(0) + ""',
    '`${new Date(0)}`',
    'String(new Date(0))',
    'new Date(0).toString()',
    'new Date(0).getHours()',
    'new Date(0).setTime(1)',
    "new Date('2026-01-01T00:00')",
    "'a'.localeCompare('b')",
    '(1).toLocaleString()',
    'new Date(0).toLocaleDateString()',
    "'İ'.toLocaleLowerCase()",
    '[1].toLocaleString()',
    '1 // comment',
    '/* comment */ 1',
    '<!-- 1',
    '1 <!-- 2',
    '#!x',
    '1;',
    '1; 2',
    'let x = 1',
    'return 1',
    'if (1) 2',
    '',
    '   ',
    '\u2028',
    '@x',
    'variables.list.map(parse)',
    'variables.list.map(1)',
    'variables.list.map("x")',
    'variables.list.map()',
    'variables.list.map(...[x => x])',
    'variables.list.filter(variables.text)',
    '[1].map((a, b, c, d, e) => 1)',
    '[1].map(Math => Math.max(1))',
    '[1].map(undefined => undefined)',
    '[1].map((x, x) => x)',
    '[1].map(({ x = y, y }) => x)',
    '[u => u].length',
  ])('is refused: %s', (source) => {
    expect(refusal(source)).not.toMatch(/^gave/);
    expect(({} as Record<string, unknown>)['evil']).toBeUndefined();
  });
});

/** Applies `step` to x repeatedly, starting with `start`. */
const grown = (start: string, step: string, rounds = 40) =>
  `Array.from({ length: ${rounds} }).reduce(x => ${step}, ${start})`;

const evaluateWith = (source: string, maxSteps: number) =>
  evaluate(parseExpression(source), scope, { nowMs: 0, maxSteps });

describe('any text as an expression', () => {
  const words =
    '( ) [ ] { } {{ }} , : . ?. ? ?? ... => ` ${ \' " / ; # @ + - * ** ! ~ = == === < && || | >>> ++ typeof new in delete ' +
    'await x a variables triggerData list text none map filter sort reduce length constructor __proto__ this Math Date ' +
    'JSON Object max now stringify keys 0 1 1e9 null undefined \n // /*';
  const tokens = [...words.split(' '), ' '];

  it('is either evaluated to data or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...tokens), fc.string()), { maxLength: 25 }), (parts) => {
        for (const text of [parts.join(''), parts.join(' '), `variables.list.map(x => ${parts.join('')})`]) {
          expect(() => JSON.stringify(refusal(text))).not.toThrow();
        }
      }),
      { numRuns: 1500 },
    );
  });
});

describe('the budget of an expression', () => {
  const long = "'x'.repeat(900000)";

  it.each([
    '+x',
    '-x',
    'x * 2',
    'x < z',
    'x === z',
    'x != z',
    'Number(x)',
    'isNaN(x)',
    'parseFloat(x)',
    'Math.abs(x)',
    'Math.max(x, 1)',
    'variables[x]',
    'Object.hasOwn(variables, x)',
    '[z].includes(x)',
    '[z].indexOf(x)',
    "x.includes('y')",
    "x.split('y')",
    "x.replace('y', 'z')",
    'x.trim()',
    'x.toUpperCase()',
    'x.toLowerCase()',
    "x.normalize('NFC')",
    'x.slice(1)',
    '(x + 1)[0]',
    '(x + 1).at(-1)',
    '(x + 1).charCodeAt(5)',
    '(x + 1).slice(0, 1)',
    "(x + 1).startsWith('1')",
    'x.concat(1)',
    '[x].join()',
    '`${[x]}`',
    '[x, z].toSorted()',
    'JSON.stringify(x)',
    'JSON.stringify([x])',
    'JSON.parse(x)',
    'encodeURIComponent(x)',
    'decodeURIComponent(x)',
    '[...x]',
    'Object.keys(x)',
    'Array.from(x)',
    '[x].map(([first]) => first)',
  ])('is used up faster by %s if the text is longer', (operation) => {
    const repeated = (length: number, times: number) =>
      `[['1'.repeat(${length}) + '2', '1'.repeat(${length}) + '3']]
        .map(([x, z]) => Array.from({ length: ${times} }).map(y => ${operation}).length)`;
    expect(refusal(repeated(3, 2000))).toBe('gave [2000]');
    expect(refusal(repeated(900_000, 2000))).toMatch(/more than/);
  });

  it.each([
    // Texts and arrays that would be too large. Most of them are refused before they are created.

    "'x'.repeat(1e9)",
    "'x'.repeat(2 ** 29)",
    "'ab'.repeat(500001)",
    "'x'.padEnd(1e9)",
    "'x'.padStart(1000001, 'abc')",
    'Array.from({ length: 1e9 })',
    'Array.from({ length: 2 ** 53 })',
    'Array.from({ length: Infinity })',
    'Array.from({ length: 1e6 }).map(x => 1)',
    `${long} + ${long}`,
    `\`\${${long}}\${${long}}\``,
    `[${long}, ${long}].join('')`,
    `${long}.concat(${long})`,
    `[[[${long}]], ${long}] + ''`,
    `'${'a'.repeat(1100)}'.replaceAll('a', 'b'.repeat(1000))`,
    `'${'a'.repeat(1100)}'.replaceAll('', 'b'.repeat(1000))`,
    "'a'.repeat(3000).replaceAll('a', '$`')",
    "'a'.repeat(2000).replaceAll('a', x => 'b'.repeat(1000))",
    `encodeURIComponent('ä'.repeat(300000))`,
    `JSON.stringify('\\n'.repeat(600000))`,
    "'\\ufdfa'.repeat(200000).normalize('NFKD')",
    "'ß'.repeat(600000).toUpperCase()",
    `JSON.stringify([${long}, ${long}])`,
    `String([${long}, ${long}])`,
    // Texts and arrays that double with each step.

    grown("'x'", 'x + x'),
    grown("'x'", '`${x}${x}`'),
    grown("'x'", 'x.concat(x)'),
    grown('[1]', 'x.concat(x)'),
    grown('[1]', '[...x, ...x]'),

    grown('[1]', '[x, x].flat()'),
    grown('[1]', 'x.flatMap(y => [y, y])'),
    grown('[1]', 'x.toSpliced(0, 0, ...x)'),
    grown("'x'", '[x, x].join()'),
    grown("'x'", "x.replace('x', '$&$&$\\'')"),
    // A few objects that expand to many.

    grown('[1]', '[x, x]'),
    grown('({})', '({ a: x, b: x })'),
    `${grown('[1]', '[x, x]')}.flat(Infinity).length`,
    `${grown('[]', '[x, x]')} + ''`,
    `+${grown('[]', '[x, x]')}`,
    `${grown('[]', '[x, x]')}.join()`,
    `JSON.stringify(${grown('[]', '[x, x]')})`,
    `variables[${grown('[]', '[x, x]')}]`,
    `${grown('[]', '[x, x]')} == ''`,
    `'a'.includes(${grown('[]', '[x, x]')})`,
    `[${grown('[]', '[x, x]')}, 1].toSorted()`,
    `Math.max(${grown('[]', '[x, x]')})`,
    `[1].at(${grown('[]', '[x, x]')})`,
    `'x'.repeat(${grown('[]', '[x, x]')})`,
    `encodeURIComponent(${grown('[]', '[x, x]')})`,
    // Deeply nested values.

    grown('[1]', '[x]', 5000),
    grown('1', '({ x })', 5000),
    `${grown('[1]', '[x]', 5000)} + ''`,
    `JSON.stringify(${grown('[1]', '[x]', 5000)})`,
    `JSON.parse('['.repeat(9000) + ']'.repeat(9000))`,
    `${grown('[1]', '[x]', 5000)}.flat(Infinity)`,
    `[${grown('[1]', '[x]', 5000)}].toSorted()`,
    // Long computations.

    'Array.from({ length: 1000 }).map(x => Array.from({ length: 1000 }).map(y => y))',
    'Array.from({ length: 400 }).map(x => variables.list.map(y => variables.list.map(z => Array.from({ length: 99 }).indexOf(1))))',
    `Array.from({ length: 50000 }).filter(x => ${long} < ${long})`,
    "'a'.repeat(900000).includes('a'.repeat(400000) + 'b')",
    "'a'.repeat(900000).lastIndexOf('b' + 'a'.repeat(400000))",
    "'a'.repeat(900000).split('a'.repeat(400000) + 'b')",
    `'a'.repeat(900000).split('')`,
    `[...'a'.repeat(900000)]`,
    `Array.from('a'.repeat(900000))`,
    `({ ...'a'.repeat(900000) })`,
    `Object.entries('a'.repeat(900000))`,
    "'a'.repeat(50000).replaceAll('a', '$$'.repeat(50000))",
    `[${long}].map(x => Array.from({ length: 9999 }).map(y => x + y))`,
    `JSON.parse('[' + '0,'.repeat(490000) + '0]')`,
    `Array.from({ length: 700000 }).toSorted()`,
    `Array.from({ length: 9999 }, (_, i) => (i * 7919) % 9973).toSorted((x, y) => y - x)`,
    '[].concat(...Array.from({ length: 300000 }))',
    "''.concat(...Array.from({ length: 300000 }))",
    'Math.max(...Array.from({ length: 700000 }), ...Array.from({ length: 700000 }))',
  ])('stops %s within two seconds', (source) => {
    const begun = process.cpuUsage();
    expect(refusal(source)).toMatch(/more than|nested too deeply|call stack/);
    // The limit is in microseconds of CPU time. Most cases take a hundredth of the limit.
    expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  });

  it('limits the total length of the arrays that concat joins', () => {
    const list = Array.from({ length: 600_000 }, () => 0);
    const join = (source: string) => () =>
      evaluate(parseExpression(source), { list }, { nowMs: 0, maxSteps: 1_000_000 });
    expect(join('list.concat(list).length')).toThrow('An array would have more than 1000000 elements.');
    expect(join('list.concat([], list).length')).toThrow('An array would have more than 1000000 elements.');
    expect(join('list.concat(1).length')()).toBe(600_001);
  });

  it('limits the length of an array to one million elements', () => {
    const list = Array.from({ length: 999_999 }, () => 0);
    const length = (source: string) => () =>
      evaluate(parseExpression(`${source}.length`), { list }, { nowMs: 0, maxSteps: 1_000_000 });
    const refused = 'An array would have more than 1000000 elements.';
    expect(length('list.concat(1)')()).toBe(1_000_000);
    expect(length('list.concat(1, 2)')).toThrow(refused);
    expect(length('list.toSpliced(0, 0, 1)')()).toBe(1_000_000);
    expect(length('list.toSpliced(0, 0, 1, 2)')).toThrow(refused);
  });

  it.each([
    ['the result of an expression', 'list', 'The value is nested too deeply.'],
    ['an array that is converted to text', "list + ''", 'Arrays are nested too deeply.'],
    ['an array that is flattened', 'list.flat(Infinity)', 'Arrays are nested too deeply.'],
    ['a value that is converted to JSON text', 'JSON.stringify(list)', 'The value is nested too deeply.'],
  ])('allows at most 201 levels of %s', (_, source, message) => {
    const nested = (levels: number) => {
      let list: unknown[] = [];
      for (let level = 1; level < levels; level += 1) list = [list];
      return evaluate(parseExpression(source), { list }, { nowMs: 0, maxSteps: 10_000 });
    };
    expect(() => nested(201)).not.toThrow();
    expect(() => nested(202)).toThrow(message);
  });

  it.each([
    ['brackets', '('.repeat(4999) + '1' + ')'.repeat(4999)],
    ['arrays', '['.repeat(4999) + ']'.repeat(4999)],
    ['objects', '{a:'.repeat(2400) + '1' + '}'.repeat(2400)],
    ['signs', '-'.repeat(1) + ' -'.repeat(4900) + '1'],
    ['negations', '!'.repeat(9900) + '1'],
    ['choices', '1?'.repeat(2400) + '1' + ':1'.repeat(2400)],
    ['sums', '1' + '+1'.repeat(4900)],
    ['powers', '1' + '**1'.repeat(3300)],
    ['members', 'variables' + '.x'.repeat(4900)],
    ['calls', 'variables' + '.trim()'.repeat(1400)],
    ['functions', '[1].map(x=>'.repeat(700) + '1' + ')'.repeat(700)],
    ['templates', '`${'.repeat(1900) + '1' + '}`'.repeat(1900)],
    ['parameters', `[1].map((${'['.repeat(4000)}x${']'.repeat(4000)}) => 1)`],
    ['defaults', `[1].map((${'[x='.repeat(2000)}1${']'.repeat(2000)}) => 1)`],
  ])('refuses %s that are nested too deeply', (_, source) => {
    expect(refusal(source)).toMatch(/nested too deeply|Argument name clash/);
  });

  it('refuses an expression that is too long', () => {
    expect(refusal(`'${'x'.repeat(20_000)}'`)).toContain('at most 10000 characters');
    expect(refusal(`1${' '.repeat(20_000)}+ 1`)).toContain('characters');
  });

  it('allows large values within the limits', () => {
    expect(give("'x'.repeat(1000000).length")).toBe(1_000_000);
    expect(give('Array.from({ length: 20000 }, (_, i) => i).filter(x => x % 2).length')).toBe(10_000);
    expect(
      give("Array.from({ length: 5000 }, (_, i) => i).reduce((text, i) => text + i + ',', '').length"),
    ).toBe(23_890);
    expect(
      give(
        "Array.from({ length: 3000 }, (_, i) => 'line ' + i).join('\\n').replaceAll('line', 'row').split('\\n').length",
      ),
    ).toBe(3000);
    expect(give('JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ i }))).length')).toBe(31_891);
  });

  it('can be spent to its last step', () => {
    // Reading a name takes one step, and so does reading a property.
    expect(evaluateWith('variables.none', 2)).toBeNull();
    expect(() => evaluateWith('variables.none', 1)).toThrow('more than 1 steps');
  });

  it('is charged only for the parts that are evaluated', () => {
    expect(evaluateWith('false && variables.list.map(x => x + 1)', 3)).toBe(false);
    expect(() => evaluateWith('true && variables.list.map(x => x + 1)', 3)).toThrow('more than 3 steps');
    expect(evaluateWith('variables.list.map(x => x + 1)', 30)).toEqual([2, 3, 4]);
  });
});
