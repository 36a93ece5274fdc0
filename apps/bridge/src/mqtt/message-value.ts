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

/** A message, which is parsed once for all its points. */
export class Content {
  private parsed: { json: unknown } | undefined;

  constructor(readonly text: string) {}

  /** Returns a part of the JSON message, or undefined if there is none. */
  at(path: string): unknown {
    return path.split('.').reduce<unknown>((part, name) => partOf(part, name), this.json);
  }

  /** Returns the text of a part of the JSON message, or of the whole message without a path. */
  textAt(path: string | undefined): string | undefined {
    const found = path === undefined ? this.text : this.at(path);
    return isPlain(found) ? String(found) : undefined;
  }

  /** Undefined if the message is not JSON. */
  get json(): unknown {
    this.parsed ??= { json: parsedJson(this.text) };
    return this.parsed.json;
  }
}

/** Returns the value of a point in a message, or undefined if the message is about something else. */
export function messageValue(content: Content, point: MqttPoint): MessageValue | undefined {
  const { path, timePath } = point;
  if (path === undefined) return { value: valueOf(content.text.trim(), point) };
  if (content.json === undefined) return { value: null };
  const raw = content.at(path);
  if (raw === undefined) return undefined;
  const atMs = timePath === undefined ? undefined : timeOf(content.at(timePath));
  return { value: valueOf(raw, point), ...(atMs !== undefined && { atMs }) };
}

/** Returns the message by which a value is written. */
export function commandMessage(value: Value, point: MqttPoint): string {
  const text = typeof value === 'boolean' ? point[value ? 'on' : 'off'] : String(unscaled(value, point));
  return point.command.replaceAll('{value}', () => text);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function partOf(part: unknown, name: string): unknown {
  const has = typeof part === 'object' && part !== null && Object.hasOwn(part, name);
  return has ? (part as Record<string, unknown>)[name] : undefined;
}

function valueOf(raw: unknown, point: MqttPoint): Value | null {
  if (!isPlain(raw)) return null;
  if (point.type === 'bool') return switchOf(String(raw), point);
  const isNumber = typeof raw === 'number' || (typeof raw === 'string' && raw.trim() !== '');
  const value = isNumber ? scaled(Number(raw), point) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function isPlain(raw: unknown): raw is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof raw);
}

function switchOf(text: string, { on, off }: MqttPoint): boolean | null {
  if (text === on) return true;
  if (text === off) return false;
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

function timeOf(raw: unknown): number | undefined {
  if (typeof raw !== 'number' && typeof raw !== 'string') return undefined;
  const number = Number(raw);
  const ms = Number.isFinite(number)
    ? number * (Math.abs(number) < LARGEST_SECONDS ? 1000 : 1)
    : Date.parse(String(raw));
  return Number.isFinite(ms) ? ms : undefined;
}
