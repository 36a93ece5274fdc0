import type { Value } from '@app/gateway-server';
import { scaled, unscaled } from '../serving/scale';
import type { MqttPoint } from './mqtt.dto';

export interface MessageValue {
  /** Null if the device says that it has no value, or says something else than a value. */
  value: Value | null;
  /** The time by the clock of the device, in milliseconds since 1970. */
  atMs?: number;
}

/** Smaller numbers are seconds since 1970, larger ones are milliseconds. */
const LARGEST_SECONDS = 1e11;

/** Returns the value of a point in a message, or undefined if the message is about something else. */
export function messageValue(message: string, point: MqttPoint): MessageValue | undefined {
  const { path, timePath } = point;
  if (path === undefined && timePath === undefined) return { value: valueOf(message.trim(), point) };
  const content = parsed(message);
  const raw = path === undefined ? content : at(content, path);
  if (raw === undefined) return content === undefined ? { value: null } : undefined;
  const atMs = timePath === undefined ? undefined : timeOf(at(content, timePath));
  return { value: valueOf(raw, point), ...(atMs !== undefined && { atMs }) };
}

/** Returns the message by which a value is written. */
export function commandMessage(value: Value, point: MqttPoint): string {
  const text = typeof value === 'boolean' ? point[value ? 'on' : 'off'] : String(unscaled(value, point));
  return point.command.replaceAll('{value}', () => text);
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

function at(content: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      content,
    );
}

function valueOf(raw: unknown, point: MqttPoint): Value | null {
  if (point.type === 'bool') {
    if (raw === point.on || raw === true || raw === 'true' || raw === 1 || raw === '1') return true;
    return raw === point.off || raw === false || raw === 'false' || raw === 0 || raw === '0' ? false : null;
  }
  const isNumber = typeof raw === 'number' || (typeof raw === 'string' && raw.trim() !== '');
  const value = isNumber ? scaled(Number(raw), point) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function timeOf(raw: unknown): number | undefined {
  if (typeof raw !== 'number' && typeof raw !== 'string') return undefined;
  const number = Number(raw);
  const ms = Number.isFinite(number)
    ? number * (Math.abs(number) < LARGEST_SECONDS ? 1000 : 1)
    : Date.parse(String(raw));
  return Number.isFinite(ms) ? Math.round(ms) : undefined;
}
