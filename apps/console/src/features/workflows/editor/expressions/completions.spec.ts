import { completionsAt, type CompletionSource, valueAt } from './completions';

const SOURCE: CompletionSource = {
  kind: 'expression',
  data: {
    triggerData: { code: 'F1.CO2', value: 950 },
    nodeOutputs: { weather: { status: 200, body: undefined }, 'my-node': { rooms: [{ name: 'A' }] } },
    env: {},
  },
  functions: [
    { name: 'isHoliday', signature: 'isHoliday(instant, id)', description: '' },
    { name: 'Math.max', signature: 'Math.max(...numbers)', description: '' },
    { name: 'text.slice', signature: 'text.slice(from, to)', description: '' },
    { name: 'number.toFixed', signature: 'number.toFixed(digits)', description: '' },
    { name: 'array.map', signature: 'array.map(callback)', description: '' },
  ],
};

const labels = (text: string, source: Partial<CompletionSource> = {}, caret = text.length) =>
  completionsAt(text, caret, { ...SOURCE, ...source }).map(({ label }) => label);

/** The text after the first completion was chosen. */
function complete(text: string): string {
  const [first] = completionsAt(text, text.length, SOURCE);
  return first ? text.slice(0, first.from) + first.insert : text;
}

describe('the completion of expressions', () => {
  it('offers the variables and the global functions at the start', () => {
    expect(labels('')).toEqual(['triggerData', 'nodeOutputs', 'env', 'isHoliday', 'Math.max']);
    expect(labels('1 + trig')).toEqual(['triggerData']);
    expect(complete('1 + trig')).toBe('1 + triggerData');
  });

  it('offers the fields of the data together with their values', () => {
    expect(labels('triggerData.')).toEqual(['code', 'value']);
    expect(completionsAt('triggerData.va', 14, SOURCE)[0]).toMatchObject({ label: 'value', detail: '950' });
    expect(complete('nodeOutputs.my')).toBe("nodeOutputs['my-node']");
    expect(labels("nodeOutputs['my-node'].rooms[0].")).toEqual(['name']);
  });

  it('offers the methods of the type of a value', () => {
    expect(labels('triggerData.value.')).toEqual(['toFixed']);
    expect(labels('triggerData.code.')).toEqual(['length', 'slice']);
    expect(labels("nodeOutputs['my-node'].rooms.")).toEqual(['length', 'map']);
    expect(labels('nodeOutputs.weather.body.')).toEqual(['slice', 'toFixed', 'map']);
    expect(labels('Math.')).toEqual(['max']);
  });

  it('offers nothing within a string or outside the braces of a template', () => {
    expect(labels("triggerData.code === 'tri")).toEqual([]);
    const template = { kind: 'template' as const };
    expect(labels('Value: ', template)).toEqual([]);
    expect(labels('Value: {{ triggerData.', template)).toEqual(['code', 'value']);
    expect(labels('{{ env }} and ', template)).toEqual([]);
    expect(labels('{{ trigg }} and', template, 8)).toEqual(['triggerData']);
  });

  it('gets the value at a path, or undefined if a step of the path does not exist', () => {
    expect(valueAt(SOURCE.data, "nodeOutputs['my-node'].rooms[0].name")).toBe('A');
    expect(valueAt(SOURCE.data, 'nodeOutputs.other.name')).toBeUndefined();
  });
});
