import type { BACNetBitString } from '@bacnet-js/client';
import type { PropertyResult } from './device-link';

/** The positions of status flags. */
export const IN_ALARM = 0;
export const FAULT = 1;
const OUT_OF_SERVICE = 3;

export function hasFlag(flags: PropertyResult | undefined, position: number): boolean {
  const [data] = Array.isArray(flags) ? flags : [];
  // Some devices send another type.
  const bits = (data?.value as Partial<BACNetBitString> | null | undefined)?.value?.[0] ?? 0;
  return ((bits >> position) & 1) === 1;
}

export function qualityOf(flags: PropertyResult | undefined): 'good' | 'uncertain' | 'bad' {
  if (hasFlag(flags, FAULT)) return 'bad';
  // Somebody has replaced the value of the sensor.
  return hasFlag(flags, OUT_OF_SERVICE) ? 'uncertain' : 'good';
}
