import { type Actor, hideSecrets } from '@app/kernel';

/** One action in the audit log. */
export interface AuditRecord {
  /** For example `areas.replaced`, `user.role_changed`. */
  action: string;
  /** The object of the action, for example `user 7`. */
  target?: string | null;
  /**
   * The state before and after the action. Secrets are masked when the record is written, so callers need not mask
   * them.
   */
  before?: unknown;
  after?: unknown;
}

/** One change of a record. */
export interface AuditedChange<T extends object> extends AuditRecord {
  before: T;
  after: T;
}

/**
 * The person or process that acted. For a failed sign-in, the actor is unknown, so this is the name that was entered.
 */
export type AuditedActor = Actor | { userId: null; name: string };

/** Longer records are replaced by their length. */
const LONGEST_JSON = 64 * 1024;

/**
 * Returns both states as JSON with their secrets masked. Secrets of `before` are masked wherever their values occur in
 * either state, because a change may move them to another field. Secrets of `after` are masked only in fields with a
 * secret name, because the audited person chose these values and could use them to mask arbitrary text. A state that is
 * null or undefined becomes null.
 */
export function auditedJson({ before, after }: Pick<AuditRecord, 'before' | 'after'>): {
  before: string | null;
  after: string | null;
} {
  // Converts instances of classes to plain objects, because only plain objects are masked.
  const data = JSON.parse(JSON.stringify({ before, after })) as Pick<AuditRecord, 'before' | 'after'>;
  const shown = hideSecrets(data, { before: data.before });
  return { before: boundedJson(shown.before), after: boundedJson(shown.after) };
}

function boundedJson(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  return text.length <= LONGEST_JSON ? text : JSON.stringify({ cut: true, length: text.length });
}

/** The fields of `before` and `after` that differ. */
export function differences<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (value: T) => Object.fromEntries(changed.map((name) => [name, value[name]])) as Partial<T>;
  return { before: only(before), after: only(after) };
}
