import { ApplicationTag, type BACNetAppData } from '@bacnet-js/client';
import type { BacnetPoint } from './bacnet.dto';
import { objectOf } from './objects';
import { decode, encode } from './present-value';

const { REAL, ENUMERATED, BOOLEAN, NULL, UNSIGNED_INTEGER } = ApplicationTag;

const pointOf = (object: string, changes: Partial<BacnetPoint> = {}) =>
  ({
    code: 'P',
    dataType: objectOf(object).tag === ENUMERATED ? 'boolean' : 'number',
    ...objectOf(object),
    scale: 1,
    offset: 0,
    ...changes,
  }) as BacnetPoint;

describe('decode', () => {
  it.each<[object: string, data: BACNetAppData, value: unknown]>([
    ['analog-input:1', { type: REAL, value: Math.fround(21.7) }, 21.7],
    ['analog-input:1', { type: REAL, value: Infinity }, null],
    ['analog-input:1', { type: NULL, value: null }, null],
    ['multi-state-value:1', { type: UNSIGNED_INTEGER, value: 3 }, 3],
    ['binary-input:1', { type: ENUMERATED, value: 0 }, false],
    ['binary-input:1', { type: ENUMERATED, value: 1 }, true],
    ['binary-input:1', { type: BOOLEAN, value: true }, true],
    ['binary-input:1', { type: ENUMERATED, value: 2 }, null],
    ['binary-input:1', { type: NULL, value: null }, null],
  ])('%s with %j is %s', (object, data, value) => {
    expect(decode(pointOf(object), data)).toBe(value);
  });
});

describe('encode', () => {
  it.each<[object: string, value: number | boolean | null, data: BACNetAppData]>([
    ['analog-output:1', 21.5, { type: REAL, value: 21.5 }],
    ['multi-state-output:1', 2, { type: UNSIGNED_INTEGER, value: 2 }],
    ['binary-output:1', true, { type: ENUMERATED, value: 1 }],
    ['binary-output:1', null, { type: NULL, value: null }],
  ])('%s takes %j', (object, value, data) => {
    expect(encode(pointOf(object), value)).toEqual(data);
  });

  it.each([
    ['analog-output:1', 3.5e38],
    ['multi-state-output:1', -1],
    ['positive-integer-value:1', 2 ** 32],
    ['integer-value:1', 2 ** 31],
  ])('%s does not take %d', (object, value) => {
    expect(() => encode(pointOf(object), value)).toThrow('The object of the point P takes values from');
  });

  it('removes the scale', () => {
    expect(encode(pointOf('integer-value:1', { scale: 0.1, offset: 2 }), 21.5).value).toBe(195);
  });
});
