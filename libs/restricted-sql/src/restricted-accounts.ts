import { createHash, createHmac } from 'node:crypto';
import type { Dialect } from '@app/config';
import type { AccountMode } from './readable-tables';

/** An account that the service makes for itself; every process of an installation derives the same. */
export interface RestrictedAccount {
  mode: AccountMode;
  name: string;
  password: string;
}

const SUFFIXES: Record<AccountMode, string> = { read: '_workflow_r', write: '_workflow_w' };
/** The longest name of an account: PostgreSQL's in bytes, MySQL's in characters. */
const LONGEST_NAME: Record<Dialect, number> = { postgres: 63, mysql: 32 };
const PURPOSE = 'database account of workflows';
/** What rules for passwords may ask for beyond letters and digits. */
const FOR_THE_RULES = '-Aa1';

/** The accounts for the database `database`, whose names no other database of the server has. */
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

/** `url` with another account. */
export function urlAs(url: string, { name, password }: RestrictedAccount): string {
  const as = new URL(url);
  // PostgreSQL's URLs may name these a second time, and then the second wins.
  for (const parameter of ['user', 'password', 'options']) as.searchParams.delete(parameter);
  if (as.hostname === '') {
    // By way of a socket: such a URL takes them nowhere else.
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
