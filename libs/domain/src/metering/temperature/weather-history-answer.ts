import type { GatewaySample } from '@app/gateway-client';
import { DomainError } from '@app/kernel';

const unusable = (): DomainError =>
  DomainError.invalid(
    'The answer of the weather provider is not usable: hourly.time and hourly.temperature_2m must be lists of the same length.',
  );

/**
 * Reads hourly temperatures in the format of Open-Meteo: `hourly.time` in seconds since 1970, and `hourly.temperature_2m`
 * in °C, null where it is not known.
 * @throws DomainError `invalid` for another format
 */
export function readTemperatures(text: string): GatewaySample[] {
  const { time, temperature_2m: temperatures } = hourlyOf(text);
  if (!isList(time) || !isList(temperatures) || time.length !== temperatures.length) throw unusable();
  return time.flatMap((seconds, index) => {
    const value = temperatures[index];
    if (typeof value !== 'number' || value < -100 || value > 100) return [];
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || Math.abs(seconds) > LAST_SECOND)
      throw unusable();
    return [{ timestamp: new Date(seconds * 1000).toISOString(), value, quality: 'good' as const }];
  });
}

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function hourlyOf(text: string): { time?: unknown; temperature_2m?: unknown } {
  try {
    const answer = JSON.parse(text) as { hourly?: object } | null;
    return answer?.hourly ?? {};
  } catch {
    throw unusable();
  }
}
