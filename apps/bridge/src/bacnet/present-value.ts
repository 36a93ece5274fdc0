import { ApplicationTag, type BACNetAppData } from '@bacnet-js/client';
import type { Value } from '@app/gateway-server';
import { DomainError } from '@app/kernel';
import { scaled, shortest, unscaled } from '../serving/scale';
import type { BacnetPoint } from './bacnet.dto';
import type { ValueTag } from './objects';

/** The values of a binary object, and of the Boolean properties that some devices have instead. */
const SWITCHES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [0, false],
  [1, true],
  [false, false],
  [true, true],
]);

const LARGEST_REAL = (2 - 2 ** -23) * 2 ** 127;

const RANGES: Readonly<Record<ValueTag, readonly [least: number, most: number]>> = {
  [ApplicationTag.REAL]: [-LARGEST_REAL, LARGEST_REAL],
  [ApplicationTag.DOUBLE]: [-Number.MAX_VALUE, Number.MAX_VALUE],
  [ApplicationTag.UNSIGNED_INTEGER]: [0, 2 ** 32 - 1],
  [ApplicationTag.SIGNED_INTEGER]: [-(2 ** 31), 2 ** 31 - 1],
  [ApplicationTag.ENUMERATED]: [0, 1],
};

/** Returns null if the device has no number, or a switch is neither on nor off. */
export function decode(point: BacnetPoint, { type, value }: BACNetAppData): Value | null {
  if (point.dataType === 'boolean') return SWITCHES.get(value) ?? null;
  const raw: unknown = type === ApplicationTag.REAL ? shortest(value as number) : value;
  return typeof raw === 'number' && Number.isFinite(raw) ? scaled(raw, point) : null;
}

/** @throws DomainError `invalid` if the object cannot have the value */
export function encode(point: BacnetPoint, value: Value | null): BACNetAppData {
  if (value === null) return { type: ApplicationTag.NULL, value: null };
  const { code, tag } = point;
  const exact = typeof value === 'boolean' ? Number(value) : unscaled(value, point);
  const isReal = tag === ApplicationTag.REAL || tag === ApplicationTag.DOUBLE;
  const raw = isReal ? exact : Math.round(exact);
  const [least, most] = RANGES[tag];
  if (raw >= least && raw <= most) return { type: tag, value: raw };
  throw DomainError.invalid(`The object of the point ${code} takes values from ${least} to ${most}.`);
}

/** Whether the device has kept the value that was written. */
export function isSame(kept: BACNetAppData, written: BACNetAppData): boolean {
  const { type, value } = written;
  return kept.value === (type === ApplicationTag.REAL ? Math.fround(value as number) : value);
}
