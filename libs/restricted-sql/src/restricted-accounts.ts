import { createHash, createHmac } from 'node:crypto';
import type { Dialect } from '@app/config';
import type { AccountMode } from './readable-tables';

/** An account that the service creates. Every process of an installation derives the same account. */
export interface RestrictedAccount {
  mode: AccountMode;
  name: string;
  password: string;
}

const SUFFIXES: Record<AccountMode, string> = { read: '_workflow_r', write: '_workflow_w' };
/** Maximum length of an account name: in bytes on PostgreSQL, in characters on MySQL. */
const LONGEST_NAME: Record<Dialect, number> = { postgres: 63, mysql: 32 };
const PURPOSE = 'database account of workflows';
/** A suffix of all passwords. It satisfies password rules that require more than letters and digits. */
const FOR_THE_RULES = '-Aa1';

/** Returns the accounts for `database`. Their names are unique on the server. */
export function restrictedAccounts(
  dialect: Dialect,
  database: string,
  secret: string,
): Record<AccountMode, RestrictedAccount> {
  const account = (mode: AccountMode): RestrictedAccount => ({
    mode,
    name: accountName(database, SUFFIXES[mode], LONGEST_NAME[dialect]),
    password: passwordFor(secret, database, mode),
  });
  return { read: account('read'), write: account('write') };
}

function accountName(database: string, suffix: string, longest: number): string {
  if (Buffer.byteLength(database + suffix) <= longest) return database + suffix;
  return createHash('sha256').update(database).digest('hex').slice(0, 20) + suffix;
}

function passwordFor(secret: string, database: string, mode: AccountMode): string {
  const derived = createHmac('sha256', secret).update(JSON.stringify([PURPOSE, database, mode]));
  return derived.digest('base64url') + FOR_THE_RULES;
}

/** Returns `url` with another account. */
export function urlAs(url: string, { name, password }: RestrictedAccount): string {
  const as = new URL(url);
  // A PostgreSQL URL may also contain an account in its query parameters, which would then take precedence.
  for (const parameter of ['user', 'password', 'options']) as.searchParams.delete(parameter);
  if (as.hostname === '') {
    // A socket path in the URL stays unchanged.
    as.searchParams.set('user', name);
    as.searchParams.set('password', password);
  } else {
    as.username = encodeURIComponent(name);
    as.password = encodeURIComponent(password);
  }
  return as.toString();
}

export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
