import { type Actor, hideSecrets } from '@app/kernel';

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

/** Longer is cut, and says so. */
const LONGEST_JSON = 64 * 1024;

/** Both as JSON with their secrets masked, those of each in the other too; null for null and undefined. */
export function auditedJson({ before, after }: Pick<AuditRecord, 'before' | 'after'>): {
  before: string | null;
  after: string | null;
} {
  const shown = hideSecrets({ before, after });
  return { before: boundedJson(shown.before), after: boundedJson(shown.after) };
}

function boundedJson(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
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
