import type { Actor } from '@app/kernel';

/** What somebody did. */
export interface AuditRecord {
  /** For example `areas.replaced`, `user.role_changed`. */
  action: string;
  /** What it was done to, for example `user 7`. */
  target?: string | null;
  /** How that was before and is now; secrets are masked here, whoever passes them. */
  before?: unknown;
  after?: unknown;
}

/** Who did it. Nobody has signed in yet where a sign-in fails: then the name that was tried. */
export type AuditedActor = Actor | { userId: null; name: string };

const MASK = '********';
const SECRET_NAME = /password|secret|token|credential|authorization|cookie|api_?key/i;
/** Longer is cut, and says so. */
const LONGEST_JSON = 64 * 1024;

/** The value as JSON with whatever is called like a secret masked; null for what there is not. */
export function auditedJson(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value, (name, entry: unknown) =>
    SECRET_NAME.test(name) && entry !== null && entry !== undefined ? MASK : entry,
  );
  return text.length <= LONGEST_JSON ? text : JSON.stringify({ cut: true, length: text.length });
}

/** The parts of `before` and `after` that differ. */
export function differences<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (value: T) => Object.fromEntries(changed.map((name) => [name, value[name]])) as Partial<T>;
  return { before: only(before), after: only(after) };
}
