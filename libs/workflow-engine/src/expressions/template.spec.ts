import fc from 'fast-check';
import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';
import { isTemplate, parseTemplate, renderTemplate } from './template';

const scope = {
  triggerData: {
    value: 21.5,
    name: 'Boiler',
    tags: ['hot', 'old'],
    nothing: null,
    yes: false,
    text: '{{ 1 + 1 }}',
  },
  env: { HOST: 'plant' },
};

const render = (text: string, given: Record<string, unknown> = scope) =>
  renderTemplate(new ExpressionRun(given, 0, 100_000), parseTemplate(text), (value) => value);

function refusal(text: string, names?: string[]): { message: string; position: number } {
  try {
    parseTemplate(text, names && { names: new Set(names) });
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message, position: error.position };
    throw error;
  }
  throw new Error('The template was parsed although it is invalid.');
}

describe('a template', () => {
  it.each<[string, unknown]>([
    ['no expression', 'no expression'],
    ['', ''],
    ['}} { { } {', '}} { { } {'],
    ['at {{ env.HOST }}.', 'at plant.'],
    ['{{triggerData.name}}:{{triggerData.value}}', 'Boiler:21.5'],
    ['{{ triggerData.value }}{{ triggerData.value }}', '21.521.5'],
    ['{{\n  triggerData.value >\n  20\n}}!', 'true!'],
    ['[{{ triggerData.nothing }}|{{ triggerData.missing }}|{{ 0 / 0 }}|{{ triggerData.yes }}]', '[|||false]'],
    ['{{ triggerData.tags }} {{ { a: [1, undefined] } }}', '["hot","old"] {"a":[1,null]}'],
    ['on {{ new Date(0) }}', 'on 1970-01-01T00:00:00.000Z'],
    ["{{ '}}' }} and {{ `}} ${'}}'}` }}", '}} and }} }}'],
    ["{{ '{{' }} env.HOST }}", '{{ env.HOST }}'],
    ['{"a": {{ { b: { c: 1 } } }}}', '{"a": {"b":{"c":1}}}'],
    ['{{ [{}].map(x => ({ ...x, a: { b: 1 }})) }}!', '[{"a":{"b":1}}]!'],
    ['https://{{ env.HOST }}//x // y', 'https://plant//x // y'],
    ['{{ 1 }}// no comment', '1// no comment'],
    ['{{ 1 }}/* no comment', '1/* no comment'],
    ['{{ 1 }}`${', '1`${'],
    ["{{ 1 }}'", "1'"],
    [' {{ 1 }}', ' 1'],
    ['{{ 1 }}\n', '1\n'],
  ])('is rendered to text: %j gives %j', (text, expected) => {
    expect(render(text)).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['{{ triggerData.value }}', 21.5],
    ['{{triggerData.yes}}', false],
    ['{{ triggerData.tags }}', ['hot', 'old']],
    ['{{ triggerData.missing }}', null],
    ['{{ 0 / 0 }}', null],
    [
      '{{ { at: new Date(0), nothing: undefined, wrong: [1 / 0, -0] } }}',
      { at: '1970-01-01T00:00:00.000Z', nothing: null, wrong: [null, 0] },
    ],
    ['{{{a: 1}}}', { a: 1 }],
  ])('has the value of its expression if it consists of a single expression: %s', (text, expected) => {
    expect(render(text)).toEqual(expected);
  });

  it('does not evaluate the texts that it inserts', () => {
    expect(render('{{ triggerData.text }}')).toBe('{{ 1 + 1 }}');
    expect(render('{{ triggerData.text }} {{ "{{ 1 }}" }}')).toBe('{{ 1 + 1 }} {{ 1 }}');
    expect(render('{{ "{{" }}{{ "1 }}" }}')).toBe('{{1 }}');
  });

  it('inserts every text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (value, around) => {
        const plain = around.replaceAll('{', '(');
        expect(render(`${plain}{{ v }}${plain}`, { v: value })).toBe(`${plain}${value}${plain}`);
        expect(render(`x{{ ${JSON.stringify(value)} }}`)).toBe(`x${value}`);
      }),
    );
  });

  it.each<[string, string, number]>([
    ['a {{', 'The expression is empty', 4],
    ['a {{ }}', 'Unexpected token', 5],
    ['a {{ env.HOST', '"}}" is missing', 13],
    ['a {{ env.HOST }', '"}}" is missing', 14],
    ['a {{ env.HOST } }', '"}}" is missing', 14],
    ['a {{ env.HOST; }}', '"}}" is missing', 13],
    ['a {{ env HOST }}', '"}}" is missing', 9],
    ['a {{ 1 }} {{ 2 + }}', 'Unexpected token', 17],
    ['a {{ // 1 }}', 'Unexpected token', 12],
    ['a {{ /* x */ 1 }}', 'Comments', 5],
    ['a {{ 1 }} {{ secret }}', 'There is no "secret" here', 13],
    ['a {{ 1, 2 }}', 'single value', 5],
    [`{{ '${'x'.repeat(10_000)}' }}`, 'at most 10000 characters', 2],
    ['{{1}}'.repeat(1500), 'at most 1000 expressions', 5000],
  ])('is refused (case %#)', (text, message, position) => {
    expect(refusal(text, ['env'])).toEqual({ message: expect.stringContaining(message), position });
  });

  it('does not render a text beyond the size limit', () => {
    const large = { v: 'x'.repeat(600_000) };
    expect(() => render('{{ v }}{{ v }}', large)).toThrow('more than 1000000 characters');
    expect(() => render('{{ [v, v] }}!', large)).toThrow('more than 1000000 characters');
    expect(render('{{ v }}!', large)).toHaveLength(600_001);
  });

  it('is recognized by its opening braces alone', () => {
    expect(isTemplate('{{')).toBe(true);
    expect(isTemplate('{ { }}')).toBe(false);
  });
});
