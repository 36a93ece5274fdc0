import { types } from 'pg';
import { decimal, wholeNumber } from './sql-values';

const { builtins } = types;
const asText = (text: string) => text;

/** PostgreSQL writes instants as `2026-01-01 00:00:00.123+00`, in sessions whose time zone is UTC. */
function instant(text: string): string {
  const iso = `${text.replace(' ', 'T').replace(/\+00(:00)?$/, '')}Z`;
  const ms = Date.parse(iso);
  // Matches years BC and infinity.
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

/** The parser of each type; text for unknown types. */
export const postgresTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
