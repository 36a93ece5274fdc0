import type { Dialect } from '@app/config';
import { type Message, say } from '@app/kernel';
import type { SqlToken } from './sql-tokens';

/**
 * Functions and views that have effects outside of the transaction, only wait, or execute text as a statement. The
 * account lacks the privileges for most of them anyway. But in PostgreSQL, a function that everybody may call cannot be
 * forbidden for a single account.
 */
const ACTING = [
  /^set_config$/,
  /^lo_(creat|create|from_bytea|put|get|import|export|unlink|open|close|lseek|lseek64|tell|tell64|truncate|truncate64)$/,
  /^(loread|lowrite)$/,
  /^(query|cursor|table|schema|database)_to_xml/,
  /^ts_(stat|rewrite)$/,
  /^(dblink|crosstab|connectby|xpath_table)/,
  /^(load_file|get_lock|release_lock|release_all_locks|sys_exec|sys_eval)$/,
];

/** Catalogues and functions that describe the server: settings, paths, sessions, accounts. */
const DESCRIBING = [/^pg_(?!sleep$|typeof$|column_size$)/, /^(information_schema|performance_schema)$/];

/**
 * Names of functions that describe the server. They are refused only if they are called, because a column may have the
 * same name.
 */
const DESCRIBING_FUNCTIONS =
  /^(version|user|session_user|system_user|current_setting|inet_(server|client)_(addr|port))$/;

/** Functions with an argument that determines the length of the result. Some of them cannot be cancelled. */
const UNBOUNDED: Record<Dialect, RegExp> = {
  postgres: /^(repeat|lpad|rpad|array_fill|format)$/,
  mysql: /^(repeat|lpad|rpad|space|export_set|weight_string)$/,
};
/** Types that pad a value to a given length. */
const PADDED = /^(n?char|character|bpchar|binary|bit)$/;
const LONGEST_TYPE = 10_000;

/** Returns why a token must not be part of a statement. Null if it is allowed. */
export function refusalOf(tokens: readonly SqlToken[], index: number, dialect: Dialect): Message | null {
  const { kind, text } = tokens[index] ?? { kind: 'symbol', text: '' };
  const next = tokens[index + 1]?.text;
  if (dialect === 'mysql' && text === '@' && next === '@') return say('system_variables_refused');
  if (kind !== 'word' && kind !== 'quoted') return null;
  const name = text.toLowerCase();
  if ([...ACTING, ...DESCRIBING].some((pattern) => pattern.test(name))) return say('name_refused', { name });
  if (next === '(' && DESCRIBING_FUNCTIONS.test(name)) return say('name_refused', { name });
  if (dialect === 'mysql' && kind === 'word' && name === 'procedure')
    return say('name_refused', { name: 'PROCEDURE' });
  if (next !== '(') return null;
  if (UNBOUNDED[dialect].test(name)) return say('unbounded_refused', { name });
  if (PADDED.test(name) && Number(tokens[index + 2]?.text) > LONGEST_TYPE) {
    return say('type_too_long', { most: LONGEST_TYPE });
  }
  return null;
}
