/**
 * Returns a copy of `record` with these entries. An entry may have the name `__proto__`. In V8, `{ ...record, [name]:
 * value }` is ten times slower and gives each copy its own hidden class.
 */
export function withEntries<Value>(
  record: Readonly<Record<string, Value>>,
  entries: Readonly<Record<string, Value>>,
): Record<string, Value> {
  if (isSpecial(record) || isSpecial(entries)) return { ...record, ...entries };
  return Object.assign({}, record, entries);
}

/** Like `withEntries`, with one entry. */
export function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
  value: Value,
): Record<string, Value> {
  if (name === '__proto__' || isSpecial(record)) return { ...record, [name]: value };
  const copy: Record<string, Value> = Object.assign({}, record);
  copy[name] = value;
  return copy;
}

/** A plain assignment to `__proto__` would set the prototype. */
function isSpecial(record: object): boolean {
  return Object.hasOwn(record, '__proto__');
}
