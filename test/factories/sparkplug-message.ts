import { Writer } from 'protobufjs';

export const INT16 = 2;
export const INT64 = 4;
export const FLOAT = 9;
export const BOOLEAN = 11;
export const STRING = 12;

export interface SentMetric {
  name?: string;
  alias?: string | number;
  type: number;
  /** Null: unknown. */
  value: number | boolean | string | null;
  atMs?: number;
  isHistorical?: boolean;
  /** The property `Quality`: 192 good, 0 bad, 500 stale. */
  quality?: number;
}

export interface SentMessage {
  atMs: number;
  seq?: number;
  /** The types of the metrics are in births only. */
  isBirth?: boolean;
}

const tag = (field: number, wire: number) => (field << 3) | wire;
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** Encodes a message of a node, field by field, so that it shares nothing with the product. */
export function sparkplugMessage(metrics: readonly SentMetric[], message: SentMessage): Buffer {
  const { atMs, seq, isBirth = false } = message;
  const writer = Writer.create().uint32(tag(1, VARINT)).uint64(atMs);
  for (const metric of metrics) {
    writer.uint32(tag(2, BYTES)).fork();
    writeMetric(writer, metric, isBirth);
    writer.ldelim();
  }
  if (seq !== undefined) writer.uint32(tag(3, VARINT)).uint64(seq);
  return Buffer.from(writer.finish());
}

function writeMetric(writer: Writer, metric: SentMetric, isBirth: boolean): void {
  const { name, alias, type, value, atMs, isHistorical, quality } = metric;
  if (name !== undefined) writer.uint32(tag(1, BYTES)).string(name);
  if (alias !== undefined) writer.uint32(tag(2, VARINT)).uint64(alias);
  if (atMs !== undefined) writer.uint32(tag(3, VARINT)).uint64(atMs);
  if (isBirth) writer.uint32(tag(4, VARINT)).uint32(type);
  if (isHistorical) writer.uint32(tag(5, VARINT)).bool(true);
  if (value === null) writer.uint32(tag(7, VARINT)).bool(true);
  if (quality !== undefined) {
    writer.uint32(tag(9, BYTES)).fork();
    writer.uint32(tag(1, BYTES)).string('Quality').uint32(tag(2, BYTES)).fork();
    writer.uint32(tag(1, VARINT)).uint32(3).uint32(tag(3, VARINT)).uint32(quality).ldelim().ldelim();
  }
  if (typeof value === 'boolean') writer.uint32(tag(14, VARINT)).bool(value);
  else if (typeof value === 'string') writer.uint32(tag(15, BYTES)).string(value);
  else if (value !== null && type === FLOAT) writer.uint32(tag(12, FIXED32)).float(value);
  else if (value !== null && type === 10) writer.uint32(tag(13, FIXED64)).double(value);
  else if (value !== null && type === INT64) writer.uint32(tag(11, VARINT)).int64(value);
  else if (value !== null) writer.uint32(tag(10, VARINT)).uint32(value >>> 0);
}
