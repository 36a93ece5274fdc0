import { Type, type TSchema } from '@sinclair/typebox';
import type { JsonObject } from '../json';
import { NodeFault } from '../node-fault';
import { finished } from '../finished';
import { configCheck } from './check-config';
import { compileConfig } from './compile-config';
import { expressionField, verbatimField } from './config-field';
import { resolveConfig } from './resolve-config';

const names = ['triggerData', 'variables', 'env'];
const limits = { nowMs: 0, maxSteps: 10_000, maxCharacters: 10_000 };
const scope = {
  triggerData: { value: 21.5, code: 'AHU-1', list: [1, 2], sql: "'; DROP TABLE x; --" },
  variables: { on: true },
  env: { HOST: 'plant' },
};

const schema = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 40 }),
  method: Type.Union([Type.Literal('GET'), Type.Literal('POST')], { default: 'GET' }),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  body: Type.Optional(Type.Unknown()),
  timeoutMs: Type.Integer({ minimum: 1, maximum: 1000, default: 500 }),
  factor: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  follow: Type.Optional(Type.Boolean()),
  when: Type.Optional(expressionField(Type.Boolean())),
  items: Type.Optional(expressionField(Type.Array(Type.Unknown(), { maxItems: 3 }))),
  query: Type.Optional(verbatimField(Type.String({ maxLength: 20 }))),
  cases: Type.Optional(
    Type.Array(Type.Object({ label: Type.String({ minLength: 1 }), value: Type.Unknown() }), { minItems: 1 }),
  ),
  to: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  mode: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Literal('fixed'), level: Type.Number() }),
      Type.Object({
        kind: Type.Literal('curve'),
        points: Type.Array(Type.Number()),
        smooth: Type.Boolean({ default: true }),
      }),
    ]),
  ),
});

const minimal = { url: 'http://x' };
const check = (config: JsonObject, of: TSchema = schema) => finished(configCheck(of, config, { names }));
const resolve = (config: JsonObject, of: TSchema = schema) =>
  resolveConfig(compileConfig(of, config), scope, limits);

function fault(config: JsonObject, maxSteps = 10_000): Pick<NodeFault, 'code' | 'message'> {
  try {
    resolveConfig(compileConfig(schema, config), scope, { ...limits, maxSteps });
  } catch (error) {
    if (error instanceof NodeFault) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('The configuration was resolved although it is invalid.');
}

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as JsonObject[];

describe('a configuration at save', () => {
  it.each<[string, JsonObject]>([
    ['only the required fields', {}],
    [
      'plain values',
      {
        method: 'POST',
        timeoutMs: 20,
        factor: 0.5,
        follow: false,
        headers: { a: 'b' },
        body: { a: [1, null] },
      },
    ],
    ['a template in a text field', { url: 'http://{{ env.HOST }}/{{ triggerData.code }}' }],
    [
      'templates in fields that are not text',
      { timeoutMs: '{{ triggerData.value }}', follow: '{{ variables.on }}', factor: '{{ 1 }}' },
    ],
    [
      'templates for a choice, an array and an object',
      { method: '{{ env.METHOD }}', cases: '{{ variables.cases }}', headers: '{{ {} }}' },
    ],
    [
      'templates in nested values',
      {
        headers: { a: '{{ env.HOST }}' },
        body: { a: ['{{ 1 }}', { b: '{{ 2 }}' }] },
        cases: [{ label: '{{ 1 }}', value: 2 }],
      },
    ],
    ['an expression without braces', { when: 'triggerData.value > 20', items: '[1, 2]' }],
    ['an expression in braces', { when: '{{ triggerData.value > 20 }}', items: ' {{ triggerData.list }} ' }],
    ['values instead of expressions', { when: true, items: [1, '{{ 2 }}'] }],
    ['braces in a field that is never resolved', { query: 'SELECT {{ ?' }],
    ['a value of the first alternative', { to: 'a@b.c' }],
    ['a value of the second alternative', { to: ['a@b.c', '{{ env.TO }}'] }],
    [
      'an alternative whose field with a default is omitted',
      { mode: { kind: 'curve', points: [1, '{{ 2 }}'] } },
    ],
  ])('may have %s', (_, config) => {
    expect(check({ ...minimal, ...config })).toEqual([]);
  });

  it.each<[JsonObject, string, string]>([
    [{ url: '' }, 'url', 'must not be empty'],
    [{ url: 5 }, 'url', 'must be text'],
    [{ url: null }, 'url', 'must be text'],
    [{ url: 'x'.repeat(41) }, 'url', 'must have at most 40 characters'],
    [{ method: 'PUT' }, 'method', 'must be "GET" or "POST"'],
    [{ timeoutMs: 1.5 }, 'timeoutMs', 'must be a whole number'],
    [{ timeoutMs: 0 }, 'timeoutMs', 'must be at least 1'],
    [{ timeoutMs: 1001 }, 'timeoutMs', 'must be at most 1000'],
    [{ timeoutMs: '20' }, 'timeoutMs', 'must be a whole number'],
    [
      { timeoutMs: '{{ 1 }} ' },
      'timeoutMs',
      'must be a whole number, but several {{ expressions }} always give text',
    ],
    [{ factor: 0 }, 'factor', 'must be more than 0'],
    [{ follow: 'yes' }, 'follow', 'must be true or false'],
    [{ headers: { a: 5 } }, 'headers.a', 'must be text'],
    [{ headers: [] }, 'headers', 'must be an object'],
    [{ hedaers: 1 }, 'hedaers', 'is not a known field; did you mean headers?'],
    [{ cases: [] }, 'cases', 'must have at least 1 element'],
    [{ cases: {} }, 'cases', 'must be an array'],
    [{ cases: [{ label: 'a', value: 1 }, { value: 2 }] }, 'cases[1].label', 'is missing'],
    [{ cases: [{ label: '', value: 1 }] }, 'cases[0].label', 'must not be empty'],
    [
      { cases: [{ label: 'a', value: 1, more: 2 }] },
      'cases[0].more',
      'is not a known field; there are label, value',
    ],
    [{ to: 5 }, 'to', 'must be text or an array'],
    [{ to: ['a', 5] }, 'to[1]', 'must be text'],
    [{ mode: { kind: 'fixed', level: 'high' } }, 'mode.level', 'must be a number'],
    [{ items: [1, 2, 3, 4] }, 'items', 'must have at most 3 elements'],
    [{ when: 1 }, 'when', 'must be true or false'],
    [{ query: 'SELECT 1 + 1 + 1 + 1 + 1' }, 'query', 'must have at most 20 characters'],
    [
      { query: '{{ 1 }}', when: '' },
      'when',
      'has an invalid expression at character 1: The expression is empty.',
    ],
    [
      { when: 'secret' },
      'when',
      'has an invalid expression at character 1: There is no "secret" here; there are triggerData, variables, env.',
    ],
    [
      { when: '{{ 1 }} > {{ 2 }}' },
      'when',
      'has an invalid expression at character 5: Write the expression without {{ and }}, which only mark an ' +
        'expression within a text.',
    ],
    [
      { url: 'http://{{ env.HOST' },
      'url',
      'has an invalid expression at character 19: "}}" is missing after the expression, or the expression has extra text.',
    ],
    [
      { body: { a: [1, '{{ process.env }}'] } },
      'body.a[1]',
      'has an invalid expression at character 4: There is no "process" here; there are triggerData, variables, env.',
    ],
    [
      { items: ['{{ x }}'] },
      'items[0]',
      'has an invalid expression at character 4: There is no "x" here; there are triggerData, variables, env.',
    ],
  ])('with the value %j has a problem at %s', (config, path, message) => {
    expect(check({ ...minimal, ...config })).toMatchObject([{ path, message }]);
  });

  it('has all of its problems reported', () => {
    const problems = check({ timeoutMs: 0, when: '1 +', headers: { a: 1, b: '{{' } });
    expect(problems.map(({ path }) => path)).toEqual(['url', 'timeoutMs', 'when', 'headers.a', 'headers.b']);
    expect(check({})).toMatchObject([{ path: 'url', message: 'is missing' }]);
  });

  it('has at most 50 problems reported for an array, and must not be nested too deeply', () => {
    const many = Array.from({ length: 10_000 }, () => '{{');
    expect(check({ ...minimal, body: many }).length).toBeLessThanOrEqual(50);
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as JsonObject[];
    expect(check({ ...minimal, body: deep })).toMatchObject([
      { path: expect.stringMatching(/^body(\[0\])+$/), message: 'is nested too deeply' },
    ]);
  });

  it('may use any name in its expressions if the names of the scope are unknown', () => {
    expect(finished(configCheck(schema, { ...minimal, when: 'anything.at.all' }, {}))).toEqual([]);
  });
});

describe('a configuration at run time', () => {
  it.each<[JsonObject, JsonObject]>([
    [{}, {}],
    [{ url: 'http://{{ env.HOST }}/{{ triggerData.code }}' }, { url: 'http://plant/AHU-1' }],
    [{ url: 'no {{"{{"}}' }, { url: 'no {{' }],
    [
      { timeoutMs: '{{ triggerData.list.length }}', follow: '{{ variables.on }}' },
      { timeoutMs: 2, follow: true },
    ],
    [{ method: "{{ 'PO' + 'ST' }}" }, { method: 'POST' }],
    [{ headers: { a: 'x{{ triggerData.value }}', b: 'c' } }, { headers: { a: 'x21.5', b: 'c' } }],
    [{ headers: "{{ { [triggerData.code]: 'x' } }}" }, { headers: { 'AHU-1': 'x' } }],
    [{ body: '{{ triggerData.list }}' }, { body: [1, 2] }],
    [{ body: { a: ['{{ triggerData.missing }}', 1], b: {} } }, { body: { a: [null, 1], b: {} } }],
    [{ body: { when: 'variables.on', query: '{{ 1 }}' } }, { body: { when: 'variables.on', query: 1 } }],
    [{ when: 'triggerData.value > 20 && variables.on' }, { when: true }],
    [{ when: '{{ !variables.on }}' }, { when: false }],
    [
      { when: true, items: [1, '{{ 1 + 1 }}'] },
      { when: true, items: [1, 2] },
    ],
    [{ items: 'triggerData.list.map(x => x * 2)' }, { items: [2, 4] }],
    [{ query: 'SELECT {{ 1 }}' }, { query: 'SELECT {{ 1 }}' }],
    [{ to: ['{{ env.HOST }}', 'b'] }, { to: ['plant', 'b'] }],
    [{ to: '{{ ["a", "b"] }}' }, { to: ['a', 'b'] }],
    [{ url: '{{ triggerData.value }}' }, { url: '21.5' }],
    [
      { headers: { on: '{{ variables.on }}', small: '{{ 1 / 8e6 }}' } },
      { headers: { on: 'true', small: '1.25e-7' } },
    ],
    [{ to: '{{ triggerData.value }}' }, { to: '21.5' }],
    [{ to: ['{{ 5 }}', 'b'] }, { to: ['5', 'b'] }],
    [
      { cases: [{ label: '{{ env.HOST }}', value: '{{ triggerData.value }}' }] },
      { cases: [{ label: 'plant', value: 21.5 }] },
    ],
    [
      { mode: { kind: 'curve', points: ['{{ 1 }}'] } },
      { mode: { kind: 'curve', points: [1], smooth: true } },
    ],
    [
      { mode: '{{ { kind: "curve", points: [1] } }}' },
      { mode: { kind: 'curve', points: [1], smooth: true } },
    ],
    [{ url: '{{ triggerData.sql }}' }, { url: "'; DROP TABLE x; --" }],
  ])('with the value %j resolves to %j, with defaults', (config, expected) => {
    const saved = { ...minimal, ...config };
    const before = JSON.stringify([saved, scope]);
    expect(check(saved)).toEqual([]);
    expect(resolve(saved)).toEqual({ ...minimal, method: 'GET', timeoutMs: 500, ...expected });
    expect(JSON.stringify([saved, scope])).toBe(before);
  });

  it.each<[JsonObject, string]>([
    [{ url: '{{ triggerData.missing }}' }, 'url must be text.'],
    [{ url: 'x{{ "x".repeat(50) }}' }, 'url must have at most 40 characters.'],
    [{ timeoutMs: '{{ triggerData.value }}' }, 'timeoutMs must be a whole number.'],
    [{ timeoutMs: '{{ "20" }}' }, 'timeoutMs must be a whole number.'],
    [{ timeoutMs: '{{ 5000 }}' }, 'timeoutMs must be at most 1000.'],
    [{ method: '{{ "PUT" }}' }, 'method must be "GET" or "POST".'],
    [{ headers: { a: '{{ [5] }}', b: '{{ null }}' } }, 'headers.a must be text. headers.b must be text.'],
    [{ headers: '{{ { a: 5 } }}' }, 'headers.a must be text.'],
    [{ method: '{{ 5 }}' }, 'method must be "GET" or "POST".'],
    [{ when: 'triggerData.value' }, 'when must be true or false.'],
    [{ items: 'variables' }, 'items must be an array.'],
    [{ items: '[1, 2, 3, 4]' }, 'items must have at most 3 elements.'],
    [{ cases: '{{ [{ label: "" }] }}' }, 'cases[0].value is missing. cases[0].label must not be empty.'],
    [{ to: '{{ null }}' }, 'to must be text or an array.'],
  ])('fails if %j resolves to an invalid configuration', (config, message) => {
    expect(fault({ ...minimal, ...config })).toMatchObject({ code: 'config_invalid', message });
  });

  it.each<[JsonObject, string]>([
    [{ url: '{{ triggerData.a.b }}' }, 'url: Cannot read "b" of undefined.'],
    [{ headers: { a: '{{ item }}' } }, 'headers.a: There is no "item" here.'],
    [
      { body: [{ x: '{{ "x".repeat(1e9) }}' }] },
      'body[0].x: A text would have more than 1000000 characters.',
    ],
    [{ when: 'triggerData.value.trim()' }, 'when: There is no function "trim" of a number.'],
  ])('fails if an expression of %j fails', (config, message) => {
    expect(fault({ ...minimal, ...config })).toMatchObject({ code: 'expression_failed', message });
  });

  it('shares one budget of steps among all of its expressions', () => {
    const body = Array.from({ length: 20 }, () => '{{ triggerData.list.map(x => x + 1) }}');
    expect(fault({ ...minimal, body }, 100)).toMatchObject({
      code: 'expression_failed',
      message: expect.stringContaining('takes more than 100 steps'),
    });
  });

  describe('with a size limit for inserted values', () => {
    const long = 'y'.repeat(30);
    const rows = Array.from({ length: 5 }, () => long);
    const most = { ...limits, maxCharacters: 200 };
    const given = { triggerData: { long, rows, none: null }, variables: { deep: nested(201) } };
    const resolveSome = (config: JsonObject) =>
      resolveConfig(compileConfig(schema, { ...minimal, ...config }), given, most);

    it.each<[string, JsonObject]>([
      ['one value in many fields', { body: times(7, '{{ triggerData.long }}') }],
      ['nested lists in one field', { body: '{{ [triggerData.rows, triggerData.rows] }}' }],
      [
        'values of expressions without braces',
        { when: true, items: 'triggerData.rows.concat("x".repeat(50))' },
      ],
      ['one value many times in one text', { body: `x${times(7, '{{ triggerData.long }}').join('')}` }],
      ['lists in one text', { body: 'x{{ triggerData.rows }}{{ triggerData.rows }}' }],
      ['property names', { headers: "{{ ({ ['x'.repeat(300)]: '' }) }}" }],
      ['a text in a field that is not text', { follow: '{{ "x".repeat(300) }}' }],
    ])('rejects insertions beyond the limit: %s', (_, config) => {
      expect(() => resolveSome(config)).toThrow(
        expect.objectContaining({
          code: 'input_too_large',
          message: 'The expressions of a node may insert at most 200 characters into its configuration.',
          fatal: true,
        }),
      );
    });

    it.each<[string, JsonObject]>([
      ['one value in many fields', { body: times(6, '{{ triggerData.long }}') }],
      ['one value many times in one text', { body: `x${times(6, '{{ triggerData.long }}').join('')}` }],
      ['a list beside a saved text of any length', { body: ['x'.repeat(1000), '{{ triggerData.rows }}'] }],
    ])('accepts insertions within the limit: %s', (_, config) => {
      expect(resolveSome(config)).toMatchObject({ body: expect.anything() });
    });

    it('counts the insertions of each resolution separately', () => {
      const compiled = compileConfig(schema, { ...minimal, body: '{{ triggerData.rows }}' });
      for (let time = 0; time < 5; time++) expect(resolveConfig(compiled, given, most)['body']).toEqual(rows);
    });

    it('counts an inserted value each time it is inserted', () => {
      const huge = 'y'.repeat(240_000);
      const compiled = compileConfig(schema, { ...minimal, body: times(4000, '{{ triggerData.long }}') });
      expect(() =>
        resolveConfig(compiled, { triggerData: { long: huge } }, { ...limits, maxCharacters: 2 ** 20 }),
      ).toThrow('The expressions of a node may insert at most 1048576 characters into its configuration.');
    });

    it('rejects an inserted value that cannot be serialized', () => {
      expect(() =>
        resolveConfig(compileConfig(schema, { ...minimal, body: '{{ variables.deep }}' }), given, limits),
      ).toThrow('body: The value is nested too deeply.');
    });
  });

  it('does not compile if an expression does not parse', () => {
    expect(() => compileConfig(schema, { ...minimal, body: { a: '{{ 1 + }}' } })).toThrow(
      'body.a: Unexpected token.',
    );
  });

  it('is created once and frozen if it contains no expression', () => {
    const saved = { ...minimal, headers: { a: 'b' }, body: { list: [1] } };
    const compiled = compileConfig(schema, saved);
    const config = resolveConfig(compiled, scope, limits);
    expect(resolveConfig(compiled, scope, limits)).toBe(config);
    expect(() => Object.assign(config['headers'] as JsonObject, { a: 'c' })).toThrow(TypeError);
    saved.body.list.push(2);
    expect(config['body']).toEqual({ list: [1] });
  });

  it('does not turn a property named __proto__ into a prototype', () => {
    const saved = JSON.parse(
      '{"url": "x", "body": {"__proto__": {"evil": 1}, "a": "{{ 1 }}"}}',
    ) as JsonObject;
    const body = resolve(saved)['body'] as JsonObject;
    expect(body['evil']).toBeUndefined();
    expect(body['a']).toBe(1);
  });
});

it('the schema of a field marks expressions and verbatim texts for an editor', () => {
  expect(expressionField(Type.Boolean({ description: 'x' }))).toMatchObject({
    type: 'boolean',
    description: 'x',
    'x-expression': true,
  });
  expect(verbatimField(Type.String())).toMatchObject({ type: 'string', 'x-verbatim': true });
  const optional = Type.Object({ a: expressionField(Type.Optional(Type.Boolean())) });
  expect(optional.required).toBeUndefined();
});
