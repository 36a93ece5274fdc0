const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Parses `2018-01-01T00:00:00Z`, `2016-01-11 17:00:00` or `2018-01-01`, with or without an offset; the default is UTC.
 * @returns milliseconds since 1970; null for other text
 */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text.trim());
  if (!match) return null;
  const [, date, minutes = '00:00', seconds = ':00', zone = 'Z'] = match;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const atMs = Date.parse(`${date}T${minutes}${seconds}${offset}`);
  return Number.isNaN(atMs) || !isCalendarDay(date ?? '') ? null : atMs;
}

/** `Date.parse` reads 30 February as 1 March. */
function isCalendarDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
