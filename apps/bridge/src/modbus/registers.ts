import type { Value } from '@app/gateway-server';
import { DomainError } from '@app/kernel';
import { scaled, shortest, unscaled } from '../serving/scale';

/** The types of values, and how many registers of 16 bits each needs. A text names its own number. */
export const REGISTERS_OF = {
  string: 1,
  bool: 1,
  uint16: 1,
  int16: 1,
  uint32: 2,
  int32: 2,
  float32: 2,
  uint64: 4,
  int64: 4,
  float64: 4,
} as const;
export type RegisterType = keyof typeof REGISTERS_OF;

/**
 * The order in which a device sends the bytes of a value. `ABCD` has the most significant byte first. `CDAB` swaps the
 * registers, `BADC` swaps the bytes within each register, and `DCBA` swaps both.
 */
export const BYTE_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type ByteOrder = (typeof BYTE_ORDERS)[number];

/** How a value is stored in registers. The value is `raw × scale + offset`. */
export interface RegisterFormat {
  type: RegisterType;
  order: ByteOrder;
  scale: number;
  offset: number;
  /** The bit of a `bool`, or the first one of a field, from 0, which is the least significant one. */
  bit?: number;
  /** The width of a field of bits. */
  bits?: number;
  /** The raw value, in hexadecimal digits, with which the device says that it has no value. */
  absent?: string;
}

type NumberType = Exclude<RegisterType, 'bool' | 'string'>;

const READ: Record<NumberType, (bytes: Buffer) => number> = {
  uint16: (bytes) => bytes.readUInt16BE(),
  int16: (bytes) => bytes.readInt16BE(),
  uint32: (bytes) => bytes.readUInt32BE(),
  int32: (bytes) => bytes.readInt32BE(),
  float32: (bytes) => shortest(bytes.readFloatBE()),
  uint64: (bytes) => Number(bytes.readBigUInt64BE()),
  int64: (bytes) => Number(bytes.readBigInt64BE()),
  float64: (bytes) => bytes.readDoubleBE(),
};

const WRITE: Record<NumberType, (bytes: Buffer, raw: number) => number> = {
  uint16: (bytes, raw) => bytes.writeUInt16BE(raw),
  int16: (bytes, raw) => bytes.writeInt16BE(raw),
  uint32: (bytes, raw) => bytes.writeUInt32BE(raw),
  int32: (bytes, raw) => bytes.writeInt32BE(raw),
  float32: (bytes, raw) => bytes.writeFloatBE(raw),
  uint64: (bytes, raw) => bytes.writeBigUInt64BE(BigInt(raw)),
  int64: (bytes, raw) => bytes.writeBigInt64BE(BigInt(raw)),
  float64: (bytes, raw) => bytes.writeDoubleBE(raw),
};

/**
 * Reads the value from the bytes of its registers. Returns null if the device reports that it has no value, also by
 * NaN or infinity.
 */
export function decode(sent: Buffer, format: RegisterFormat): Value | string | null {
  const bytes = reordered(sent, format.order);
  if (bytes.toString('hex') === format.absent?.toLowerCase()) return null;
  // Devices fill a text with zeros or spaces.
  if (format.type === 'string') return bytes.toString('latin1').replace(/\0.*$/s, '').trim() || null;
  const { type, bit = 0, bits } = format;
  if (type === 'bool') return ((bytes.readUInt16BE() >> bit) & 1) === 1;
  const raw = bits === undefined ? READ[type](bytes) : (bytes.readUInt16BE() >> bit) & (2 ** bits - 1);
  const value = scaled(raw, format);
  return Number.isFinite(value) ? value : null;
}

/**
 * Returns the bytes of the registers that store a number. Integer types take the nearest raw value.
 * @throws DomainError `invalid` if the registers cannot store the number
 */
export function encode(value: number, format: RegisterFormat): Buffer {
  const { type, order } = format;
  if (type === 'bool' || type === 'string') throw new Error(`A ${type} in registers cannot be written.`);
  const bytes = Buffer.alloc(REGISTERS_OF[type] * 2);
  const exact = unscaled(value, format);
  const raw = type.startsWith('float') ? exact : Math.round(exact);
  try {
    if (type === 'float32' && !Number.isFinite(Math.fround(raw))) throw new RangeError();
    WRITE[type](bytes, raw);
  } catch {
    throw DomainError.invalid(`The value ${value} does not fit into the ${type} of the device.`);
  }
  return reordered(bytes, order);
}

/** The number of registers of a point, or 1 bit. */
export function lengthOf({ type, length }: { type: RegisterType; length?: number }): number {
  return length ?? REGISTERS_OF[type];
}

/** Converts between the order of a device and `ABCD`. */
function reordered(bytes: Buffer, order: ByteOrder): Buffer {
  const result = Buffer.from(bytes);
  if (order === 'BADC' || order === 'DCBA') result.swap16();
  if (order === 'ABCD' || order === 'BADC') return result;
  const registers = Array.from({ length: result.length / 2 }, (_, index) =>
    result.subarray(index * 2, index * 2 + 2),
  );
  return Buffer.concat(registers.reverse());
}
