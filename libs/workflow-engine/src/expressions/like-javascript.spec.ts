import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import { parseExpression } from './expression';
import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';

// These tests compare expressions with JavaScript itself. Only this file executes texts as code; the product never
// does.

const NOW_MS = Date.UTC(2026, 0, 31, 8, 30, 15, 250);

const scope = {
  a: 7,
  b: -2.5,
  x: 4,
  s: 'Boiler 3',
  t: 'a,b,,ünï🙂',
  yes: true,
  n: null,
  u: undefined,
  list: [3, 1, 10, 2],
  words: ['pump', 'fan', '', 'Fan', 'ängstlich'],
  mixed: [1, 'x', null, true, [2, [3]], { v: 1 }, '10', 0],
  items: [
    { id: 1, name: 'pump', value: 21.5, tags: ['hot'] },
    { id: 2, name: 'fan', value: 3, tags: [] },
    { id: 3, name: 'valve', value: null, tags: ['cold', 'old'] },
  ],
  o: { x: 1, y: { z: [1, 2] }, name: 'o', length: 3, '0': 'zero', empty: {} },
};
const names = Object.keys(scope);
const asItWas = JSON.stringify(scope);

// An expression never modifies its scope.
afterEach(() => {
  if (JSON.stringify(scope) !== asItWas) throw new Error('An expression changed its scope.');
});

/** Serializes a value, so that results can be compared as texts. The texts of 0 and -0 are different. */
function shape(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shape).join(', ')}]`;
  if (Object.prototype.toString.call(value) === '[object Date]') return `Date(${Number(value)})`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${shape(each)}`);
    return `{${parts.join(', ')}}`;
  }
  if (typeof value === 'function') return 'a function';
  return Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function inJavaScript(source: string): string {
  try {
    const run = compileFunction(`"use strict"; return (\n${source}\n)`, [...names, 'now']);
    return shape(run(...Object.values(scope), () => NOW_MS));
  } catch (error) {
    return `fails: ${String(error)}`;
  }
}

function here(source: string): string {
  try {
    const { step } = parseExpression(source, { names });
    return shape(step(new ExpressionRun(scope, NOW_MS, 1_000_000)));
  } catch (error) {
    if (error instanceof ExpressionError) return `fails: ${error.message}`;
    // The built-in functions of JavaScript throw these errors too. `evaluate` converts them to ExpressionErrors.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof URIError) {
      return `fails: ${error.message}`;
    }
    throw error;
  }
}

const outcome = (text: string) => (text.startsWith('fails: ') ? 'fails' : text);

/**
 * Returns the expressions whose result differs from that of JavaScript, including those that fail in only one of the
 * two.
 */
function differences(...sources: string[]): string[] {
  return sources.flatMap((source) => {
    const [mine, theirs] = [here(source), inJavaScript(source)];
    return outcome(mine) === outcome(theirs) ? [] : [`${source} gives ${mine}, in JavaScript ${theirs}`];
  });
}

const VALUES = [
  '0',
  '-0',
  '1',
  '-1.5',
  '1e21',
  '0.1',
  '255',
  'NaN',
  'Infinity',
  "''",
  "'0'",
  "' 12 '",
  "'1e3'",
  "'abc'",
  "'b'",
  "'0x1f'",
  'true',
  'false',
  'null',
  'undefined',
  '[]',
  '[5]',
  '[1, 2]',
  "['b']",
  '[null]',
  '[[]]',
  '({})',
  '({a: 1})',
  '({valueOf: 1})',
  'list',
  'o',
];
const BINARY = ['+', '-', '*', '/', '%', '**', '<', '>', '<=', '>=', '==', '!=', '===', '!=='];
const BITS = ['&', '|', '^', '<<', '>>', '>>>'];

describe('operators', () => {
  it.each([...BINARY, ...BITS, '&&', '||', '??'])(
    'have the same results as in JavaScript for all kinds of operands: binary %s',
    (operator) => {
      const pairs = VALUES.flatMap((left) => VALUES.map((right) => `(${left}) ${operator} (${right})`));
      expect(differences(...pairs)).toEqual([]);
    },
  );

  it.each(['-', '+', '!', '~', 'typeof ', '!!', '- -'])(
    'have the same results as in JavaScript for all kinds of operands: unary %s',
    (operator) => {
      expect(differences(...VALUES.map((value) => `${operator}(${value})`))).toEqual([]);
    },
  );

  it.each([
    '1 + 2 * 3 - 4 / 2',
    '2 ** 3 ** 2',
    '(-2) ** 2',
    '1 < 2 < 3',
    '3 > 2 > 1',
    "1 + 2 + '3' + 4 + 5",
    'true || false && false',
    '1 | 2 ^ 3 & 4',
    '1 + 1 << 2',
    '!yes === false',
    'typeof a + 1',
    'a > 5 ? b < 0 ? 1 : 2 : 3',
    'n ?? (u || a)',
    '(n || u) ?? a',
    'yes ? 1 : u.x.y',
    'n && n.x',
    'yes || u.x',
    'a ?? u.x',
    '-a ** 2',
    'a ?? b || n',
    '1 +',
    ')',
    'a b',
    '0.1 + 0.2',
    '010',
    '1_000',
    '.5',
    '5.',
    '0b11',
    "'\\u{1F642}\\x41\\n'",
    '`a${a}b${s}`',
    '`${[1, [2, 3]]}${{}}`',
    '`${n}${u}${yes}`',
    '``',
    '`\\``',
    '[1, ...list, ...t]',
    '[...n]',
    '[...a]',
    '[...o]',
    '({...o, x: 2, ...n, ...a})',
    '({...list, ...s})',
    '({a, b})',
    "({['k' + a]: 1, [1]: 2, 'x y': 3, 0: 4})",
    '({a: 1, a: 2})',
    '[[[]]]',
    '({}).x',
    '[] == []',
    'o === o',
    'o == o',
    '[1] == 1',
    "'1,2' == [1, 2]",
    "o == '[object Object]'",
    'n == u',
    'n == 0',
  ])('have the same result as in JavaScript: %s', (source) => {
    expect(differences(source)).toEqual([]);
  });
});

describe('members and chains', () => {
  it.each([
    'o.x',
    'o.y.z[1]',
    "o['na' + 'me']",
    'o[0]',
    'o["0"]',
    'o.missing',
    'o.missing.more',
    'n.x',
    'u.x',
    'u[0]',
    's.length',
    's[0]',
    's[-1]',
    's[99]',
    "s['length']",
    'list.length',
    'list[1]',
    "list['1']",
    'list[-1]',
    'list["x"]',
    'list[1.5]',
    'a.x',
    'yes.x',
    'a[0]',
    'o[[0]]',
    'o[{}]',
    'o[null]',
    'o[u]',
    'o.y["z"].length',
    'n?.x',
    'n?.x.y.z',
    'n?.[u.x]',
    'o?.y?.z?.[0]',
    'o.q?.r.s',
    '(n?.x).y',
    'u?.x?.y ?? 1',
    'o?.x',
    's?.length',
    'n?.map(x => x).length',
    'list?.map(x => x)?.length',
    'o.q?.trim().length',
    'o.length',
    'n?.x[u.x].map(x => x)',
    '(o?.y).z',
    '!n?.x',
    'n?.x === u',
    '`${n?.x}`',
    'o.x?.y',
    'o.x?.y.z',
    'o.empty.a?.b',
    'n?.at(u.x)',
  ])('have the same result as in JavaScript: %s', (source) => {
    expect(differences(source)).toEqual([]);
  });
});

describe('functions of text', () => {
  it.each([
    's.at(0)',
    's.at(-1)',
    's.at(99)',
    's.at()',
    's.charAt(2)',
    's.charAt(-1)',
    's.charCodeAt(1)',
    's.charCodeAt(99)',
    't.codePointAt(8)',
    't.codePointAt(99)',
    "s.concat('x', 1, n, [2, 3])",
    's.concat()',
    "s.endsWith('3')",
    "s.endsWith('r', 6)",
    "s.endsWith('')",
    "s.includes('oil')",
    "s.includes('oil', 3)",
    's.includes(3)',
    's.includes()',
    "s.indexOf('i')",
    "s.indexOf('')",
    "s.indexOf('', 99)",
    "s.indexOf('i', -5)",
    "s.lastIndexOf('i')",
    "s.lastIndexOf('i', 1)",
    "s.lastIndexOf('')",
    "t.normalize('NFD').length",
    "t.normalize('x')",
    't.normalize()',
    "'5'.padStart(3, '0')",
    "'5'.padStart(3)",
    "'5'.padEnd(7, 'ab')",
    "'5'.padEnd(3, '')",
    "'5'.padEnd(1e9, '')",
    "'555'.padEnd(2, 'x')",
    "'5'.padEnd('4', 0)",
    "'5'.padEnd(NaN)",
    "'5'.padEnd(-3)",
    "'ab'.repeat(3)",
    "'ab'.repeat(0)",
    "'ab'.repeat(-1)",
    "'ab'.repeat(2.9)",
    "''.repeat(1e9)",
    "'ab'.repeat('2')",
    "'ab'.repeat()",
    's.slice(1, 3)',
    's.slice(-3)',
    's.slice()',
    's.slice(3, 1)',
    's.slice(u, 2)',
    's.slice(n, 2)',
    "t.split(',')",
    "t.split('')",
    't.split()',
    "t.split(',', 2)",
    "t.split('zz')",
    "''.split('')",
    "''.split(',')",
    't.split(u, 1)',
    "'1null2'.split(n)",
    "s.startsWith('B')",
    "s.startsWith('o', 1)",
    's.substring(3, 1)',
    's.substring(-1, 2)',
    's.substring(2)',
    's.substring(NaN, 2)',
    's.toLowerCase()',
    "'straße'.toUpperCase()",
    's.toString()',
    "'  x '.trim()",
    "'  x '.trimEnd()",
    "'  x '.trimStart()",
    "'a.b.a'.replace('a', 'x')",
    "'a.b.a'.replaceAll('a', 'x')",
    "'aaa'.replaceAll('aa', 'b')",
    "'abc'.replace('', '-')",
    "'abc'.replaceAll('', '-')",
    "''.replaceAll('', '-')",
    "'abc'.replace('z', 'x')",
    "'abcb'.replaceAll('b', '[$&]')",
    "'abc'.replace('b', '$$')",
    "'abcb'.replaceAll('b', '$`|')",
    '"abcb".replaceAll("b", "$\'|")',
    "'abc'.replace('b', '$1$')",
    "'abc'.replace('b', '$<x>$0')",
    "'abc'.replace('b', x => x + x)",
    "'abcb'.replaceAll('b', (x, at, all) => at + all)",
    "'abc'.replaceAll('b', () => '$&')",
    "'abc'.replaceAll('b', () => u)",
    "'a1'.replace(1, 2)",
    "'undefined'.replace()",
    "'abc'.replace('b')",
    "'nullx'.replaceAll(n, u)",
    "'a,b'.replace([], 'x')",
    "'abc'.replace('b', [1, 2])",
  ])('have the same result as in JavaScript: %s', (source) => {
    expect(differences(source)).toEqual([]);
  });
});

describe('functions of arrays', () => {
  it.each([
    'list.at(0)',
    'list.at(-1)',
    'list.at(9)',
    'list.every(x => x > 0)',
    '[].every(x => n.x)',
    'words.filter(Boolean)',
    'list.filter((x, i) => i % 2)',
    'list.filter((x, i, all) => x === all[0])',
    'items.find(x => x.id === 2)',
    'items.find(x => x.id === 9)',
    'items.findIndex(x => x.value === null)',
    'items.findLast(x => x.value)',
    '[].find(x => x)',
    'items.findLastIndex(x => x.value)',
    'mixed.flat()',
    'mixed.flat(2)',
    'mixed.flat(Infinity)',
    'mixed.flat(0)',
    'mixed.flat(-1)',
    "mixed.flat('1')",
    'mixed.flat(NaN)',
    'mixed.flat(n)',
    'items.flatMap(x => x.tags)',
    'list.flatMap(x => [[x]])',
    'list.flatMap(x => x)',
    'list.includes(10)',
    "list.includes('10')",
    '[NaN].includes(NaN)',
    '[NaN].indexOf(NaN)',
    'list.includes(3, 1)',
    'list.includes()',
    '[u].includes()',
    'list.indexOf(2)',
    'list.indexOf(3, -4)',
    'list.lastIndexOf(2)',
    'list.lastIndexOf(2, u)',
    'list.lastIndexOf(2, -1)',
    'mixed.join()',
    "mixed.join('')",
    'mixed.join(n)',
    'mixed.join(u)',
    'list.join([1])',
    '[[1, [2, n]], u].join(";")',
    '[].join()',
    'list.map(x => x * 2)',
    'list.map(String)',
    "['1', '2', '3', '10'].map(Number)",
    "['10', '10', '10', '10'].map(parseInt)",
    'list.map(Math.sqrt)',
    'list.map(Math.max)',
    'words.map(parseFloat)',
    'list.map((x, i) => [i, x])',
    'list.map(() => u)',
    '[].map(x => x)',
    'list.map(({ x }) => x)',
    'Object.entries(o).map(([k, v]) => k)',
    'items.map(({ name, tags: [first = 9] }) => name + first)',
    'items.map(({ value: v = 1, q = v }) => [v, q])',
    '[n].map(({ x }) => x)',
    '[1].map(([x]) => x)',
    "['ab'].map(([, x]) => x)",
    'list.map((x, i = 5) => x + i)',
    '[u].map((x = a) => x)',
    'list.map(a => a)',
    'list.map(x => list.map(y => x * y))',
    "[o].map(({ ['x']: q }) => q)",
    'list.map(x => list.filter(y => y > x).map(y => list.indexOf(x) + y))',
    '[[1, 2], [3]].map(x => x.map(x => x + 1))',
    'list.reduce((x, y) => x + y)',
    'list.reduce((x, y) => x + y, "")',
    '[].reduce((x, y) => x)',
    '[].reduce((x, y) => x, 1)',
    '[].reduce((x, y) => x, u)',
    'list.reduceRight((x, y) => x + "," + y)',
    'list.reduce((x, y, i, all) => x + i * all.length, 0)',
    'list.reduce((x, y) => ({ ...x, [y]: x }), {})',
    'list.slice(1, 3)',
    'list.slice(-2)',
    'list.slice()',
    'list.slice(3, 1)',
    'list.slice("1")',
    'list.some(x => x > 9)',
    '[].some(x => x)',
    'list.toReversed()',
    'list.toSorted()',
    'list.toSorted((x, y) => x - y)',
    'list.toSorted((x, y) => y > x)',
    'mixed.toSorted()',
    'words.toSorted()',
    '[3, u, 1, n, u].toSorted()',
    '[3, u, 1, n].toSorted((x, y) => x - y)',
    'items.toSorted((x, y) => x.value - y.value)',
    '[2, 1].toSorted(() => [-1])',
    '[3, 20, 100].sort()',
    '[3, 1].sort((x, y) => x - y)',
    'list.map(x => x).sort()',
    'list.slice().reverse()',
    'Object.keys(o).sort()',
    "t.split('').reverse().join('')",
    'list.toSpliced(1, 2)',
    'list.toSpliced(1, 0, "x", "y")',
    'list.toSpliced(1)',
    'list.toSpliced()',
    'list.toSpliced(-1, 1, [1])',
    'list.with(0, 9)',
    'list.with(9, 9)',
    'list.with(-1, u)',
    'list.concat(1, [2, [3]], n)',
    'list.concat()',
    'mixed.toString()',
    '[].toString()',
    'items.map(x => x.value > 5 ? x.name : n)',
    'list.toSorted().at(-1)',
    '[...list].sort((x, y) => y - x)[0]',
    'Array.from(list).reverse()',
    '[1, 2].map(x => n.y)',
    '[].map(x => n.y)',
  ])('have the same result as in JavaScript: %s', (source) => {
    expect(differences(source)).toEqual([]);
  });
});

describe('other functions', () => {
  const NUMBERS = [
    '0',
    '-0',
    '2.5',
    '-2.5',
    '-0.4',
    '1e21',
    'NaN',
    '-Infinity',
    "'3'",
    "''",
    'n',
    'u',
    'yes',
    '[4]',
    '[]',
    '({})',
    '',
  ];

  it.each(
    Object.getOwnPropertyNames(Math).filter((name) =>
      /^(a(bs|cos|sin|tan)|cbrt|ceil|cos|exp|floor|log(2|10)?|round|sign|sin|sqrt|tan|trunc)$/.test(name),
    ),
  )('have the same result as in JavaScript: Math.%s', (name) => {
    expect(differences(...NUMBERS.map((number) => `Math.${name}(${number})`))).toEqual([]);
  });

  it.each([
    'Number',
    'String',
    'Boolean',
    'isNaN',
    'isFinite',
    'parseInt',
    'parseFloat',
    'Number.isFinite',
    'Number.isInteger',
    'Number.isNaN',
    'Number.isSafeInteger',
    'Array.isArray',
    'Math.max',
    'Math.min',
  ])('have the same result as in JavaScript: %s', (name) => {
    const values = [...NUMBERS, "'12px'", "' 0x1f'", "'abc'", 'list', 'o', 's'];
    expect(differences(...values.map((value) => `${name}(${value})`))).toEqual([]);
  });

  it.each([
    'a.toFixed(2)',
    '(2.345).toFixed(2)',
    '(1.005).toFixed(2)',
    'b.toFixed()',
    'a.toFixed(101)',
    'a.toFixed(-1)',
    'NaN.toFixed(1)',
    '1e21.toFixed(2)',
    '(255).toString(16)',
    '(0.5).toString(2)',
    'a.toString(1)',
    'a.toString()',
    'a.toPrecision(3)',
    'b.toExponential(2)',
    'yes.toString()',
    'a.toFixed("1")',
    'Math.max(...list)',
    'Math.min(...list, -5)',
    'Math.max(1, "3", n)',
    'Math.max(1, u)',
    'Math.min(0, -0)',
    'Math.max(-0, 0)',
    'Math.pow(2, 10)',
    'Math.pow(2)',
    'Math.atan2(1, -1)',
    'Math.PI * 2',
    'Math.E',
    'Number.EPSILON',
    'Number.MAX_SAFE_INTEGER + 2',
    'Number.MIN_VALUE / 2',
    'parseInt("ff", 16)',
    'parseInt("z", 99)',
    'Number.parseInt("7", 8)',
    'Number.parseFloat("1.5e3x")',
    'Object.keys(o)',
    'Object.values(o)',
    'Object.entries(o)',
    'Object.keys(list)',
    'Object.entries(s)',
    'Object.keys(n)',
    'Object.keys(u)',
    'Object.keys(a)',
    'Object.values(yes)',
    "Object.fromEntries([['a', 1], ['b', 2], ['a', 3]])",
    'Object.fromEntries(Object.entries(o))',
    "Object.fromEntries([{ 0: 'k', 1: 'v' }])",
    "Object.fromEntries(['ab'])",
    'Object.fromEntries([[]])',
    'Object.fromEntries(n)',
    'Object.fromEntries(5)',
    'Object.fromEntries("ab")',
    "Object.hasOwn(o, 'x')",
    "Object.hasOwn(o, 'q')",
    'Object.hasOwn(o, 0)',
    "Object.hasOwn(list, 'length')",
    "Object.hasOwn(n, 'x')",
    'Object.hasOwn(s, 1)',
    'Array.from(list)',
    'Array.from(t)',
    'Array.from({ length: 3 }, (_, i) => i * i)',
    'Array.from({ length: 2 })',
    "Array.from({ length: '2', 0: 'x', 5: 'y' })",
    'Array.from(o)',
    'Array.from(5)',
    'Array.from(n)',
    'Array.from({})',
    'Array.from({ length: -1 })',
    'Array.from({ length: 2.7 })',
    'Array.from(list, String)',
    'Array.from({ length: NaN })',
    'JSON.parse("[1, {\\"a\\": null}]")',
    'JSON.parse("")',
    'JSON.parse("{")',
    'JSON.parse(n)',
    'JSON.parse(a)',
    'JSON.parse([1])',
    'JSON.parse()',
    'JSON.parse("1e999")',
    'JSON.stringify(o)',
    'JSON.stringify(mixed, n, 2)',
    "JSON.stringify(items, u, '--')",
    'JSON.stringify(u)',
    'JSON.stringify(NaN)',
    'JSON.stringify([u, NaN, -0])',
    'JSON.stringify({ u, a })',
    'JSON.stringify(s)',
    'JSON.stringify(o, n, 99)',
    'JSON.stringify([1], n, NaN)',
    'JSON.stringify([1], n, "12345678901234")',
    'JSON.stringify({ toJSON: 1 })',
    'JSON.stringify(new Date(0))',
    'JSON.stringify([1], n, 1.9)',
    "encodeURIComponent('ä /&?')",
    "decodeURIComponent('%C3%A4')",
    "decodeURIComponent('%')",
    'encodeURIComponent(list)',
    "encodeURIComponent('\\ud800')",
    'encodeURIComponent()',
    'new Date(0).toISOString()',
    'new Date(a).getTime()',
    "new Date('2026-03-29').getTime()",
    "new Date('2026-03-29T01:30:00+02:00').toJSON()",
    'new Date(NaN).getTime()',
    'new Date(NaN).toISOString()',
    'new Date(NaN).toJSON()',
    'new Date(u).getTime()',
    'new Date(n).getTime()',
    'new Date(1e20).getTime()',
    'new Date("nonsense").getTime()',
    'new Date(new Date(5)).getTime()',
    'new Date(yes).valueOf()',
    'new Date(90061001).getUTCHours()',
    'new Date(90061001).getUTCMinutes()',
    'new Date(90061001).getUTCSeconds()',
    'new Date(90061001).getUTCMilliseconds()',
    'new Date(90061001).getUTCDate()',
    'new Date(90061001).getUTCDay()',
    'new Date(90061001).getUTCMonth()',
    'new Date(90061001).getUTCFullYear()',
    'new Date(5) - new Date(2)',
    'new Date(5) > new Date(2)',
    '+new Date(5)',
    'new Date(5) >= 5',
    'new Date(5) === new Date(5)',
    'new Date(5) == new Date(5)',
    'typeof new Date(5)',
    '({ ...new Date(5) })',
    'new Date(5).x',
    'new Date([2020]).getTime()',
    'Math.max(new Date(5), 3)',
    'Number(new Date(5))',
    "Date.parse('2026-01-31T08:00Z')",
    "Date.parse('x')",
    'Date.parse(2026)',
    'Date.parse("2026-02-31")',
    'Date.UTC(2026)',
    'Date.UTC(2026, 0, 31, 8, 30)',
    'Date.UTC()',
    'Date.UTC(99, 1)',
    "Date.UTC('2026', '1')",
    'now()',
    'now() - 1000',
    'new Date(now()).toISOString()',
    '[1].map(now)',
    "'x'.y",
    'a.trim()',
    's.map(x => x)',
    'o.trim()',
    'n.trim()',
    'list.trim()',
    'items.id.trim()',
  ])('have the same result as in JavaScript: %s', (source) => {
    expect(differences(source)).toEqual([]);
  });

  it('use the start of the node run as the current time', () => {
    expect(here('[now(), Date.now(), new Date().getTime()]')).toBe(shape([NOW_MS, NOW_MS, NOW_MS]));
  });
});

const build = (strings: TemplateStringsArray, ...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((given) => String.raw({ raw: strings }, ...given));
const pick = (...choices: string[]) => fc.constantFrom(...choices);

/** Random expressions that use the accepted grammar, are mostly well-typed, and stay below every limit. */
const { any } = fc.letrec<Record<'any' | 'number' | 'text' | 'list' | 'test' | 'object', string>>((tie) => {
  const depthSize = 'small' as const;
  const number = tie('number');
  const text = tie('text');
  const list = tie('list');
  const value = tie('any');
  const places = pick('0', '1', '2', '-1', '5', 'u', 'n', 'NaN', '1.5', "'1'");
  const arrow = fc.oneof(
    build`x => ${value}`,
    build`(x, i) => ${number}`,
    build`(x, i) => x ${pick('+', '-', '===', '<', '??', '&&', '==')} ${value}`,
    build`([x, y = ${value}]) => ${value}`,
    build`({ name: x, value = ${number} }) => value + ${value}`,
    pick('x => x', 'x => x?.value', 'String', 'Number', 'Boolean', 'Math.abs', '(x, i) => i', 'isNaN'),
  );
  return {
    any: fc.oneof(
      { depthSize },
      pick(...names, 'null', 'undefined', 'true', 'NaN', 'x'),
      number,
      text,
      list,
      tie('test'),
      tie('object'),
      build`(${value} ? ${value} : ${value})`,
      build`(${value} ${pick('??', '&&', '||')} ${value})`,
      build`${value} ${pick('+', '-', '*', '/', '%', '<', '>=', '==', '!=', '===', '&', '|', '>>>', '<<')} ${value}`,
      build`(${value})${pick('.', '?.')}${pick('x', 'y', 'name', 'value', 'length', 'tags')}`,
      build`(${value})${pick('', '?.')}[${value}]`,
      build`(${value})?.${pick('x', 'y.z', 'name.length', 'y?.z[0]', 'q.r.s', 'tags[0]?.length')}`,
      build`${list}.${pick('find', 'findLast')}(${arrow})`,
      build`${list}.at(${places})`,
      build`${list}.reduce((x, y) => ${value}, ${value})`,
    ),
    number: fc.oneof(
      { depthSize },
      fc.integer({ min: -3, max: 40 }).map((n) => `(${n})`),
      fc.double({ min: -5, max: 5, noNaN: true }).map((n) => `(${n})`),
      pick('a', 'b', 's.length', 'list.length', 'list[0]', 'items[0].value', 'o.x', '-0', '1e300', '0.1'),
      build`(${number} ${pick('+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>')} ${number})`,
      build`${pick('-', '+', '~')}(${value})`,
      build`Math.${pick('abs', 'ceil', 'floor', 'round', 'sign', 'trunc', 'sqrt', 'max', 'min')}(${value})`,
      build`Math.${pick('max', 'min', 'pow', 'atan2')}(${value}, ${number})`,
      build`Math.max(...${list})`,
      build`${pick('Number', 'parseInt', 'parseFloat')}(${value})`,
      build`${text}.${pick('indexOf', 'lastIndexOf')}(${text}, ${places})`,
      build`${list}.${pick('indexOf', 'lastIndexOf')}(${value}, ${places})`,
      build`${list}.${pick('findIndex', 'findLastIndex')}(${arrow})`,
      build`(${value}).length`,
    ),
    text: fc.oneof(
      { depthSize },
      fc.string({ maxLength: 4 }).map((text) => JSON.stringify(text)),
      pick('s', 't', 'words[0]', 'items[1].name', "'a'", "''", "'10'"),
      build`\`<\${${value}}|\${${value}}>\``,
      build`(${text} + ${value})`,
      build`typeof ${value}`,
      build`String(${value})`,
      build`JSON.stringify(${value})`,
      build`${text}.${pick('toUpperCase()', 'toLowerCase()', 'trim()', 'repeat(2)', "normalize('NFD')")}`,
      build`${text}.${pick('slice', 'substring')}(${places}, ${places})`,
      build`${text}.${pick('at', 'charAt')}(${places})`,
      build`${text}.${pick('padStart', 'padEnd')}(${fc.integer({ min: -1, max: 12 }).map(String)}, ${text})`,
      build`${text}.${pick('replace', 'replaceAll')}(${text}, ${fc.oneof(text, pick("'$&$&'", "'[$`]'", "'$$'", 'x => x + 1', '(x, at) => at'))})`,
      build`${text}.concat(${value}, ${text})`,
      build`${list}.join(${text})`,
      build`(${number}).${pick('toFixed', 'toPrecision', 'toString')}(${pick('2', '3', '16', '', '0', '200')})`,
    ),
    list: fc.oneof(
      { depthSize },
      pick('list', 'words', 'mixed', 'items', 'o.y.z', '[]'),
      build`[${value}, ${value}]`,
      build`[...${list}, ${value}, ...${text}]`,
      build`${list}.${pick('map', 'filter', 'flatMap', 'toSorted')}(${arrow})`,
      build`${list}.toSorted((x, y) => ${fc.oneof(pick('x - y', 'y - x', 'x > y', '0'), number)})`,
      build`${list}.${pick('toSorted()', 'toReversed()', 'flat()', 'slice().sort()', 'concat([1], 2).reverse()')}`,
      build`${list}.slice(${places}, ${places})`,
      build`${list}.concat(${value}, ${list})`,
      build`${list}.toSpliced(${places}, ${places}, ${value})`,
      build`${text}.split(${text}, ${places})`,
      build`Object.${pick('keys', 'values', 'entries')}(${value})`,
      build`Array.from({ length: ${places} }, ${arrow})`,
    ),
    test: fc.oneof(
      { depthSize },
      pick('yes', 'true', 'false'),
      build`!${value}`,
      build`(${value} ${pick('<', '>', '<=', '>=', '==', '!=', '===', '!==')} ${value})`,
      build`${list}.${pick('some', 'every')}(${arrow})`,
      build`${list}.includes(${value}, ${places})`,
      build`${text}.${pick('includes', 'startsWith', 'endsWith')}(${value}, ${places})`,
      build`${pick('Array.isArray', 'Number.isInteger', 'Boolean', 'isNaN', 'isFinite')}(${value})`,
      build`Object.hasOwn(${value}, ${text})`,
    ),
    object: fc.oneof(
      { depthSize },
      pick('o', 'items[0]', '({})', 'o.y'),
      build`({ x: ${value}, y: ${value}, 'a b': ${number} })`,
      build`({ ...${value}, [${text}]: ${value} })`,
      build`Object.fromEntries(${list}.map((x, i) => [x, i]))`,
      build`JSON.parse(JSON.stringify(${value}))`,
    ),
  };
});

describe('random expressions', () => {
  it('have the same result as in JavaScript, or fail if JavaScript fails', () => {
    const counts = { runs: 0, values: 0, failures: 0, refused: 0 };
    fc.assert(
      fc.property(any, (source) => {
        counts.runs += 1;
        const mine = here(source);
        // The product refuses names such as `constructor`, and values that are too large. JavaScript allows both.
        if (/cannot be used as a name|cannot be used as a value|more than|nested too/.test(mine)) {
          counts.refused += 1;
          return;
        }
        counts[mine.startsWith('fails: ') ? 'failures' : 'values'] += 1;
        expect(outcome(mine)).toBe(outcome(inJavaScript(source)));
      }),
      { numRuns: 1000 },
    );
    expect(counts.values).toBeGreaterThan(counts.runs / 4);
    expect(counts.failures).toBeGreaterThan(counts.runs / 100);
    expect(counts.refused).toBeLessThan(counts.runs / 10);
  });
});
