import { deadbandOf, EMPTY_RULE, toFields, toInput } from './rule-fields';

const watching = { ...EMPTY_RULE, name: ' Too warm ', pointCode: 'AHU1.TEMP' };

describe('The fields of an alert rule', () => {
  it.each([
    [
      { kind: 'threshold', threshold: 30, deadband: 2 },
      { kind: 'threshold', comparison: 'gt', threshold: 30, deadband: 2 },
    ],
    [
      { kind: 'noData', minutes: 20 },
      { kind: 'noData', minutes: 20 },
    ],
    [
      { kind: 'rateOfChange', delta: 5, minutes: 10, deadband: 1 },
      { kind: 'rateOfChange', delta: 5, minutes: 10, deadband: 1 },
    ],
    [
      { kind: 'unchanged', minutes: 60 },
      { kind: 'unchanged', minutes: 60 },
    ],
  ] as const)('are converted to a condition and back: %j, %j', (fields, condition) => {
    const input = toInput({ ...watching, ...fields });
    expect(input).toMatchObject({ name: 'Too warm', pointCode: 'AHU1.TEMP', areaId: null, condition });
    const stored = {
      id: 1,
      comparison: null,
      threshold: null,
      deadband: 0,
      warnings: [],
      ...input,
      condition,
    };
    expect(toFields(stored as Parameters<typeof toFields>[0])).toMatchObject({ ...fields, target: 'point' });
  });

  it.each([
    [{ threshold: '' }],
    [{ kind: 'rateOfChange', delta: 0 }],
    [{ kind: 'noData', minutes: '' }],
    [{ kind: 'unchanged', minutes: '' }],
    [{ threshold: 1, pointCode: ' ' }],
    [{ threshold: 1, target: 'area' }],
  ] as const)('are incomplete with %j', (fields) => {
    expect(toInput({ ...watching, ...fields })).toBeNull();
  });

  it.each([
    ['gt', { from: 28, to: 30 }],
    ['gte', { from: 28, to: 30 }],
    ['lt', { from: 30, to: 32 }],
    ['lte', { from: 30, to: 32 }],
    ['eq', { from: 28, to: 32 }],
    ['ne', { from: 28, to: 32 }],
  ] as const)(
    'define the band between the threshold and the value that clears the alert, for the comparison %s',
    (comparison, band) => {
      expect(deadbandOf({ kind: 'threshold', comparison, threshold: 30, deadband: 2 })).toEqual(band);
    },
  );

  it('define no band between the threshold and the clearing value if the deadband is 0', () => {
    expect(deadbandOf({ kind: 'threshold', comparison: 'gt', threshold: 30, deadband: 0 })).toBeNull();
  });
});
