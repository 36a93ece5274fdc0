import { createHash } from 'node:crypto';
import type { AlertSource } from '@app/entities';

/** Identifies a problem. Each origin has at most one alert that is not cleared. */
export interface AlertOrigin {
  source: AlertSource;
  /** Kind of problem, at most 100 characters. */
  type: string;
  /** The thing that has the problem, at most 255 characters. */
  originator: string;
}

/** Returns a key of the origin: 64 hexadecimal digits. */
export function originKey({ source, type, originator }: AlertOrigin): string {
  return createHash('sha256')
    .update(JSON.stringify([source, type, originator]))
    .digest('hex');
}
