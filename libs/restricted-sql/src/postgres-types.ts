import { types } from 'pg';
import { decimal, wholeNumber } from './sql-values';

const { builtins } = types;
const asText = (text: string) => text;

/**
 * Converts an instant to ISO 8601. If the time zone of the session is UTC, PostgreSQL writes `2026-01-01
 * 00:00:00.123+00`.
 */
function instant(text: string): string {
  const iso = `${text.replace(' ', 'T').replace(/\+00(:00)?$/, '')}Z`;
  const ms = Date.parse(iso);
  // Years BC and infinity stay as they are.
  return Number.isNaN(ms) ? text : new Date(ms).toISOString();
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, decimal],
  [builtins.TIMESTAMPTZ, instant],
  [builtins.TIMESTAMP, instant],
  [builtins.DATE, asText],
  [builtins.INTERVAL, asText],
]);

/** Returns the parser of each type. Values of unknown types stay text. */
export const postgresTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
