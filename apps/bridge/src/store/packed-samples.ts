import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A value of a point. A boolean is 0 or 1. */
export interface StoredSample {
  atMs: number;
  value: number;
}

const OFFSET_BYTES = 4;
const VALUE_BYTES = 8;

/**
 * Packs samples of one hour: all times in milliseconds since `startMs` (32 bits), then all values (64 bits),
 * compressed.
 */
export function pack(samples: readonly StoredSample[], startMs: number): Buffer {
  const bytes = Buffer.alloc(samples.length * (OFFSET_BYTES + VALUE_BYTES));
  samples.forEach(({ atMs, value }, index) => {
    bytes.writeUInt32LE(atMs - startMs, index * OFFSET_BYTES);
    bytes.writeDoubleLE(value, samples.length * OFFSET_BYTES + index * VALUE_BYTES);
  });
  return deflateRawSync(bytes);
}

export function unpack(packed: Buffer, startMs: number): StoredSample[] {
  const bytes = inflateRawSync(packed);
  const count = bytes.length / (OFFSET_BYTES + VALUE_BYTES);
  return Array.from({ length: count }, (_, index) => ({
    atMs: startMs + bytes.readUInt32LE(index * OFFSET_BYTES),
    value: bytes.readDoubleLE(count * OFFSET_BYTES + index * VALUE_BYTES),
  }));
}
