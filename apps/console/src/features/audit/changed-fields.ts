export interface ChangedField {
  name: string;
  before: string | null;
  after: string | null;
}

/** Returns the fields of an entry with their values as text. A value that did not exist is null. */
export function changedFields({ before, after }: Record<'before' | 'after', object | null>): ChangedField[] {
  const earlier = Object(before) as Record<string, unknown>;
  const later = Object(after) as Record<string, unknown>;
  const names = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return [...names].map((name) => ({ name, before: textOf(earlier[name]), after: textOf(later[name]) }));
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
