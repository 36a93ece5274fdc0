import type { Value } from '@app/gateway-server';
import { parse } from 'protobufjs';
import { shortest } from '../serving/scale';

export const NAMESPACE = 'spBv1.0';

/** A metric of a Sparkplug B message. */
export interface Metric {
  name?: string;
  /** A number of up to 64 bits that stands for the name after the birth. */
  alias?: string;
  atMs?: number;
  /** Messages after the birth usually leave it out. */
  datatype?: number;
  /** A value of the past, which was kept while there was no connection. */
  isHistorical?: boolean;
  /** The node says that the value is bad or stale. */
  isBad?: boolean;
  raw: RawValue;
}

export interface Payload {
  atMs?: number;
  /** Number of the message, 0 to 255. */
  seq?: number;
  metrics: Metric[];
}

/** Numbers of 64 bits are texts. Without any field, the value is neither a number nor a boolean. */
export interface RawValue {
  isNull?: boolean;
  intValue?: number;
  longValue?: string;
  floatValue?: number;
  doubleValue?: number;
  booleanValue?: boolean;
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
    optional Properties properties = 9;
    oneof value {
      uint32 int_value = 10;
      uint64 long_value = 11;
      float float_value = 12;
      double double_value = 13;
      bool boolean_value = 14;
    }
  }
  message Properties {
    repeated string keys = 1;
    repeated Property values = 2;
  }
  message Property {
    optional uint32 int_value = 3;
  }
`).root.lookupType('Payload');

const INT64 = 4;
const UINT64 = 8;
const FLOAT = 9;
const DOUBLE = 10;
export const BOOLEAN = 11;
/** The bits of the other types, by the number of the type. Signed types are sent as unsigned numbers. */
const SIGNED_BITS: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, [INT64]: 64 };
const UNSIGNED_BITS: Readonly<Record<number, number>> = { 5: 8, 6: 16, 7: 32, [UINT64]: 64 };
/** The property `Quality` of a metric whose value must not be used: bad, and stale. */
const UNUSABLE = new Set([0, 500]);

interface SentMetric extends RawValue {
  name?: string;
  alias?: string;
  timestamp?: string;
  datatype?: number;
  isHistorical?: boolean;
  properties?: { keys: string[]; values: { intValue?: number }[] };
}

/** @throws Error if the bytes are not a message */
export function decodePayload(bytes: Uint8Array): Payload {
  const { timestamp, seq, metrics } = FORMAT.toObject(FORMAT.decode(bytes), {
    longs: String,
    arrays: true,
  }) as { timestamp?: string; seq?: string; metrics: SentMetric[] };
  return {
    atMs: numberOf(timestamp),
    seq: numberOf(seq),
    metrics: metrics.map(
      ({ name, alias, timestamp: ownTime, datatype, isHistorical, properties, ...raw }) => ({
        name,
        alias,
        atMs: numberOf(ownTime),
        datatype,
        isHistorical,
        isBad: isBad(properties),
        raw,
      }),
    ),
  };
}

/** Returns the message of a command. It has no `seq`. */
export function encodeCommand(
  metric: { name: string } | { alias: string },
  datatype: number,
  value: Value,
  atMs: number,
): Buffer {
  const sent = { ...metric, timestamp: atMs, datatype, ...rawValue(value, datatype) };
  return Buffer.from(FORMAT.encode(FORMAT.fromObject({ timestamp: atMs, metrics: [sent] })).finish());
}

/** The command by which a node publishes its births again. */
export function rebirth(group: string, node: string, atMs: number): { topic: string; payload: Buffer } {
  return {
    topic: `${NAMESPACE}/${group}/NCMD/${node}`,
    payload: encodeCommand({ name: 'Node Control/Rebirth' }, BOOLEAN, true, atMs),
  };
}

/**
 * Returns the value of a metric: null if it is unknown, undefined if it is neither a number nor a boolean.
 * @param datatype that of the birth
 */
export function metricValue(
  { isNull, intValue, longValue, floatValue, doubleValue, booleanValue }: RawValue,
  datatype = 0,
): Value | null | undefined {
  if (isNull) return null;
  if (floatValue !== undefined) return shortest(floatValue);
  const bits = SIGNED_BITS[datatype];
  const integer = longValue ?? intValue;
  if (integer === undefined) return doubleValue ?? booleanValue;
  return Number(bits === undefined ? integer : BigInt.asIntN(bits, BigInt(integer)));
}

/** Returns false if a metric of this type cannot store the value. Integer types take the nearest number. */
export function fits(value: Value, datatype: number): boolean {
  if (datatype === BOOLEAN || typeof value === 'boolean')
    return typeof value === 'boolean' && datatype === BOOLEAN;
  const whole = Math.round(value);
  const signed = SIGNED_BITS[datatype];
  if (signed !== undefined) return whole >= -(2 ** (signed - 1)) && whole < 2 ** (signed - 1);
  const unsigned = UNSIGNED_BITS[datatype];
  if (unsigned !== undefined) return whole >= 0 && whole < 2 ** unsigned;
  return (
    (datatype === FLOAT && Number.isFinite(Math.fround(value))) ||
    (datatype === DOUBLE && Number.isFinite(value))
  );
}

function rawValue(value: Value, datatype: number): RawValue {
  if (typeof value === 'boolean') return { booleanValue: value };
  if (datatype === FLOAT) return { floatValue: value };
  if (datatype === DOUBLE) return { doubleValue: value };
  const whole = BigInt(Math.round(value));
  if (datatype === INT64 || datatype === UINT64) return { longValue: String(BigInt.asUintN(64, whole)) };
  return { intValue: Number(BigInt.asUintN(32, whole)) };
}

function isBad(properties: SentMetric['properties']): boolean {
  const index = properties?.keys.indexOf('Quality') ?? -1;
  return UNUSABLE.has(properties?.values[index]?.intValue ?? Number.NaN);
}

function numberOf(long: string | undefined): number | undefined {
  return long === undefined ? undefined : Number(long);
}
