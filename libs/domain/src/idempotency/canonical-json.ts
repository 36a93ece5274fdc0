/** The value as JSON that is the same for values that mean the same: the names of each object stand in order. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_name, entry: unknown) => {
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
      return Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)));
    }) ?? ''
  );
}
