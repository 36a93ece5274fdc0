/** Joins names for a message. If there are more than `most`, an ellipsis stands for the others. */
export function listNames(names: Iterable<string>, most: number): string {
  const all = [...names];
  return all.slice(0, most).join(', ') + (all.length > most ? ', …' : '');
}
