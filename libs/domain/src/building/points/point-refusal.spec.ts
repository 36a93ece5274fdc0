import type { GatewayPoint } from '@app/gateway-client';
import { refusalOf } from './point-refusal';

const point = (overrides: Partial<GatewayPoint> = {}): GatewayPoint => ({
  code: 'A',
  name: 'A',
  unit: null,
  dataType: 'number',
  writable: true,
  group: null,
  min: null,
  max: null,
  step: null,
  ...overrides,
});

const message = (known: GatewayPoint, value: unknown) => refusalOf('A', known, value)?.message;

describe('the check of a write', () => {
  it.each<[string, GatewayPoint | undefined, unknown, string | null]>([
    ['an unknown point', undefined, 1, 'not_found'],
    ['an unknown point without a value', undefined, undefined, 'not_found'],
    ['a read-only point', point({ writable: false }), 1, 'point_read_only'],
    ['a read-only point without a value', point({ writable: false }), undefined, 'point_read_only'],
    ['a writable point without a value', point(), undefined, null],
    ['a number for a boolean', point({ dataType: 'boolean' }), 1, 'value_type'],
    ['a boolean for a boolean', point({ dataType: 'Bool' }), true, null],
    ['a text for a number', point({ dataType: 'float' }), '1', 'value_type'],
    ['a number for a text', point({ dataType: 'string' }), 1, 'value_type'],
    ['any value for a point of an unknown type', point({ dataType: 'enum' }), true, null],
    ['any value for a point without a type', point({ dataType: null }), 'auto', null],
    ['a number below the range', point({ min: 12, max: 30 }), 11.9, 'value_out_of_range'],
    ['a number above the range', point({ max: 30 }), 30.1, 'value_out_of_range'],
    ['the ends of the range', point({ min: 12, max: 30 }), 30, null],
    ['a number between two steps', point({ min: 0, step: 1 }), 20.5, 'value_off_step'],
    ['a decimal step that a float cannot represent', point({ step: 0.1 }), 0.7, null],
    ['a step that is counted from the minimum', point({ min: 0.5, step: 1 }), 2.5, null],
    ['a step of 0', point({ step: 0 }), 2.5, null],
  ])('decides as the gateway would: %s', (_, known, value, code) => {
    expect(refusalOf('A', known, value)?.code ?? null).toBe(code);
  });

  it('says what the point accepts', () => {
    expect(message(point({ min: 12, max: 30 }), 40)).toBe('The point A accepts only values from 12 to 30.');
    expect(message(point({ max: 30 }), 40)).toBe('The point A accepts only values of at most 30.');
    expect(message(point({ step: 0.5 }), 0.3)).toBe('The point A accepts only values in steps of 0.5.');
  });
});
