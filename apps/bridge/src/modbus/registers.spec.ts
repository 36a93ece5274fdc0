import fc from 'fast-check';
import { BYTE_ORDERS, decode, encode, type RegisterFormat, REGISTERS_OF } from './registers';

const format = (settings: Partial<RegisterFormat>): RegisterFormat => ({
  type: 'uint16',
  order: 'ABCD',
  scale: 1,
  offset: 0,
  ...settings,
});
const read = (hex: string, settings: Partial<RegisterFormat>) =>
  decode(Buffer.from(hex, 'hex'), format(settings));

describe('decode', () => {
  it.each<[hex: string, settings: Partial<RegisterFormat>, value: number | boolean | string | null]>([
    ['FFFE', { type: 'uint16' }, 65_534],
    ['FFFE', { type: 'int16' }, -2],
    ['000186A0', { type: 'uint32' }, 100_000],
    ['FFFFFFFE', { type: 'int32' }, -2],
    ['00000002540BE400', { type: 'uint64' }, 10_000_000_000],
    ['FFFFFFFFFFFFFFFE', { type: 'int64' }, -2],
    ['4366199A', { type: 'float32' }, 230.1],
    ['406CC33333333333', { type: 'float64' }, 230.1],
    ['86A00001', { type: 'uint32', order: 'CDAB' }, 100_000],
    ['0100A086', { type: 'uint32', order: 'BADC' }, 100_000],
    ['A0860100', { type: 'uint32', order: 'DCBA' }, 100_000],
    ['E4000000540B0002', { type: 'uint64', order: 'CDAB' }, 0x0002_540b_0000_e400],
    ['08FD', { type: 'uint16', scale: 0.1 }, 230.1],
    ['0003', { type: 'uint16', scale: 0.1 }, 0.3],
    ['0190', { type: 'uint16', scale: 0.1, offset: -40 }, 0],
    ['0005', { type: 'bool', bit: 2 }, true],
    ['0005', { type: 'bool', bit: 1 }, false],
    ['8000', { type: 'bool', bit: 15 }, true],
    ['0A50', { type: 'uint16', bit: 4, bits: 3 }, 5],
    ['F000', { type: 'uint16', bit: 12, bits: 4, scale: 10 }, 150],
    ['80000000', { type: 'int32', absent: '80000000' }, null],
    ['7FFF', { type: 'int16', absent: '7fff' }, null],
    ['7FC00000', { type: 'float32' }, null],
    ['7F800000', { type: 'float32' }, null],
    ['53444D363330004A', { type: 'string' }, 'SDM630'],
    ['4453364D2033', { type: 'string', order: 'BADC' }, 'SDM63'],
    ['00000000', { type: 'string' }, null],
  ])('reads %s as %j: %s', (hex, settings, value) => {
    expect(read(hex, settings)).toBe(value);
  });
});

describe('encode', () => {
  it('stores each number so that it is read back unchanged', () => {
    const types = fc.constantFrom('uint16', 'int16', 'uint32', 'int32', 'uint64', 'int64', 'float64');
    const orders = fc.constantFrom(...BYTE_ORDERS);
    fc.assert(
      fc.property(types, orders, fc.nat(32_767), (type, order, raw) => {
        const settings = format({ type, order, scale: 0.01, offset: -20 });
        const value = decode(encode(raw * 0.01 - 20, settings), settings);
        expect(value).toBeCloseTo(raw * 0.01 - 20, 9);
      }),
    );
  });

  it('returns as many registers as the type has', () => {
    for (const type of ['int16', 'float32', 'uint64'] as const)
      expect(encode(1, format({ type })).length).toBe(REGISTERS_OF[type] * 2);
  });

  it.each([
    ['int16', 40_000],
    ['uint16', -1],
    ['uint32', 5e9],
    ['uint64', -1],
    ['float32', 1e39],
  ] as const)('refuses a number that %s cannot store: %d', (type, value) => {
    expect(() => encode(value, format({ type }))).toThrow(
      `The value ${value} does not fit into the ${type} of the device.`,
    );
  });
});
