import type { Config, GraphNode } from './definition';

/** The first of these fields that has a value is shown. */
const SUBJECTS = [
  'expression',
  'condition',
  'code',
  'codes',
  'url',
  'query',
  'title',
  'subject',
  'name',
  'key',
  'action',
  'event',
  'items',
  'until',
  'output',
] as const;
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;
/** A card is narrow, and the text is also its hint. */
const LONGEST = 200;

/** The main settings of a node in one line, such as `POST https://example.com` or `AHU1.FAN.CMD = true`. */
export function settingsOf({ config = {} }: Pick<GraphNode, 'config'>): string {
  const subject = SUBJECTS.map((name) => textOf(config[name])).find((text) => text !== '') ?? '';
  const given = textOf(config.value);
  const parts = [textOf(config.method), subject, subject && given && `= ${given}`, durationOf(config)];
  return parts.filter(Boolean).join(' ').slice(0, LONGEST);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim().replaceAll(/\s+/g, ' ');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : '';
}

/** In the largest unit in which the duration is a whole number. */
function durationOf({ durationMs }: Config): string {
  if (typeof durationMs !== 'number' || durationMs <= 0) return '';
  const [unit, ms] = UNITS.find(([, size]) => durationMs % size === 0) ?? ['ms', 1];
  return `${durationMs / ms} ${unit}`;
}
