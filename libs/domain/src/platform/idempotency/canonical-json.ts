/** Serializes a value with sorted keys, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_name, entry: unknown) => {
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
      return Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)));
    }) ?? ''
  );
}
