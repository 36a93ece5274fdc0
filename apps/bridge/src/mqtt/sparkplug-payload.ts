import type { Value } from '@app/gateway-server';
import { parse } from 'protobufjs';
import { shortest } from '../serving/scale';

/** A metric of a Sparkplug B message. */
export interface Metric {
  name?: string;
  /** A number that stands for the name after the birth. */
  alias?: number;
  atMs?: number;
  datatype?: number;
  /** A value of the past, which was kept while there was no connection. */
  isHistorical?: boolean;
  /** Null if it is unknown. Undefined if it is neither a number nor a boolean. */
  value: Value | null | undefined;
}

export interface Payload {
  atMs?: number;
  /** Number of the message, 0 to 255. */
  seq?: number;
  metrics: Metric[];
}

/** The part of the format that the bridge needs. Source: Sparkplug 3.0.0, section 6.4. */
const FORMAT = parse(`
  syntax = "proto2";
  message Payload {
    optional uint64 timestamp = 1;
    repeated Metric metrics = 2;
    optional uint64 seq = 3;
  }
  message Metric {
    optional string name = 1;
    optional uint64 alias = 2;
    optional uint64 timestamp = 3;
    optional uint32 datatype = 4;
    optional bool is_historical = 5;
    optional bool is_null = 7;
    oneof value {
      uint32 int_value = 10;
      uint64 long_value = 11;
      float float_value = 12;
      double double_value = 13;
      bool boolean_value = 14;
    }
  }
`).root.lookupType('Payload');

const INT64 = 4;
const UINT64 = 8;
const FLOAT = 9;
const DOUBLE = 10;
const BOOLEAN = 11;
/** The bits of the other types, by the number of the type. Signed types are sent as unsigned numbers. */
const SIGNED_BITS: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32 };
const UNSIGNED_BITS: Readonly<Record<number, number>> = { 5: 8, 6: 16, 7: 32 };

/** Numbers of 64 bits are texts. */
interface RawMetric {
  name?: string;
  alias?: string;
  timestamp?: string;
  datatype?: number;
  isHistorical?: boolean;
  isNull?: boolean;
  intValue?: number;
  longValue?: string;
  floatValue?: number;
  doubleValue?: number;
  booleanValue?: boolean;
}

/** @throws Error if the bytes are not a message */
export function decodePayload(bytes: Uint8Array): Payload {
  const { timestamp, seq, metrics } = FORMAT.toObject(FORMAT.decode(bytes), {
    longs: String,
    arrays: true,
  }) as { timestamp?: string; seq?: string; metrics: RawMetric[] };
  return {
    atMs: numberOf(timestamp),
    seq: numberOf(seq),
    metrics: metrics.map((raw) => ({
      name: raw.name,
      alias: numberOf(raw.alias),
      atMs: numberOf(raw.timestamp),
      datatype: raw.datatype,
      isHistorical: raw.isHistorical,
      value: raw.isNull ? null : (raw.booleanValue ?? floatOf(raw) ?? integerOf(raw)),
    })),
  };
}

/** Returns a message with all its times set to `atMs`. Commands have no `seq`. */
export function encodePayload(metrics: readonly Metric[], atMs: number, seq?: number): Buffer {
  const raw = {
    timestamp: atMs,
    seq,
    metrics: metrics.map(({ value, atMs: ownMs, datatype, ...metric }) => ({
      ...metric,
      datatype,
      timestamp: ownMs ?? atMs,
      ...(value === null || value === undefined ? { isNull: true } : rawValue(value, datatype)),
    })),
  };
  return Buffer.from(FORMAT.encode(FORMAT.fromObject(raw)).finish());
}

/** Returns false if a metric of this type cannot store the value. */
export function fits(value: Value, datatype: number | undefined): boolean {
  if (datatype === BOOLEAN || typeof value === 'boolean')
    return typeof value === 'boolean' && datatype === BOOLEAN;
  const signed = datatype === INT64 ? 64 : SIGNED_BITS[datatype ?? 0];
  if (signed !== undefined) return value >= -(2 ** (signed - 1)) && value < 2 ** (signed - 1);
  const unsigned = datatype === UINT64 ? 64 : UNSIGNED_BITS[datatype ?? 0];
  if (unsigned !== undefined) return value >= 0 && value < 2 ** unsigned;
  return datatype === FLOAT || datatype === DOUBLE;
}

function rawValue(value: Value, datatype = DOUBLE): RawMetric {
  if (typeof value === 'boolean') return { booleanValue: value };
  if (datatype === FLOAT) return { floatValue: value };
  if (datatype === DOUBLE) return { doubleValue: value };
  const whole = Math.round(value);
  if (datatype === INT64 || datatype === UINT64)
    return { longValue: String(BigInt.asUintN(64, BigInt(whole))) };
  return { intValue: whole >>> 0 };
}

function floatOf({ floatValue, doubleValue }: RawMetric): number | undefined {
  return floatValue === undefined ? doubleValue : shortest(floatValue);
}

function integerOf({ intValue, longValue, datatype }: RawMetric): number | undefined {
  if (longValue !== undefined)
    return Number(datatype === INT64 ? BigInt.asIntN(64, BigInt(longValue)) : longValue);
  const unused = 32 - (SIGNED_BITS[datatype ?? 0] ?? 32);
  if (intValue === undefined || SIGNED_BITS[datatype ?? 0] === undefined) return intValue;
  return (intValue << unused) >> unused;
}

function numberOf(long: string | undefined): number | undefined {
  return long === undefined ? undefined : Number(long);
}
