import { acceptedValue } from './accepted-value';
import type { PointDefinition } from './served-point';

const aDefinition = (overrides: Partial<PointDefinition> = {}): PointDefinition => ({
  code: 'A',
  name: 'A',
  unit: '',
  dataType: 'number',
  writable: true,
  group: '',
  ...overrides,
});

describe('acceptedValue', () => {
  it.each([
    ['the lowest value', { min: 15, max: 40 }, 15],
    ['the highest value', { min: 15, max: 40 }, 40],
    ['a step from the minimum', { min: 0.5, step: 1 }, 2.5],
    ['a step from 0 if there is no minimum', { max: 40, step: 0.5 }, 21.5],
    ['a negative step', { min: -5, step: 0.5 }, -2.5],
    ['a decimal step that a float cannot represent', { step: 0.1 }, 0.3],
    ['any number without limits', {}, -1e9],
  ])('accepts %s', (_what, limits, value) => {
    expect(acceptedValue(aDefinition(limits), value)).toBe(value);
  });

  it.each([
    ['a value below the minimum', { min: 15, max: 40 }, 14.9, 'only values from 15 to 40'],
    ['a value above the maximum', { min: 15, max: 40 }, 40.1, 'only values from 15 to 40'],
    ['a value between two steps', { min: 15, max: 40, step: 0.5 }, 20.25, 'only values in steps of 0.5'],
    ['a multiple of the step that is no step from the minimum', { min: 0.5, step: 1 }, 2, 'in steps of 1'],
    ['a text', {}, '20', 'only numbers'],
    ['a number that is not finite', {}, Number.NaN, 'only numbers'],
    ['a point that cannot be written', { writable: false }, 20, 'cannot be written'],
    ['a number for a switch', { dataType: 'boolean' as const }, 1, 'only true or false'],
  ])('refuses %s', (_what, overrides, value, message) => {
    expect(() => acceptedValue(aDefinition(overrides), value)).toThrow(message);
  });
});
