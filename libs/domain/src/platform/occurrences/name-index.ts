import { isPattern, matchesPattern } from './name-pattern';

/** Finds the listeners of a name. A listener lists names and patterns; a pattern may match many names. */
export class NameIndex<Item> {
  private readonly exact = new Map<string, Set<Item>>();
  private readonly patterns: { pattern: string; item: Item }[] = [];
  /** Cached results by name. Names repeat often, and there are at most as many names as points. */
  private readonly found = new Map<string, readonly Item[]>();

  constructor(entries: Iterable<readonly [names: readonly string[], item: Item]>) {
    for (const [names, item] of entries) for (const name of names) this.add(name, item);
  }

  /** Returns the listeners of `name`, each once. */
  matching(name: string): readonly Item[] {
    const known = this.found.get(name);
    if (known) return known;
    const fitting = this.patterns.filter(({ pattern }) => matchesPattern(pattern, name));
    const items = [...new Set([...(this.exact.get(name) ?? []), ...fitting.map(({ item }) => item)])];
    this.found.set(name, items);
    return items;
  }

  private add(name: string, item: Item): void {
    if (isPattern(name)) {
      this.patterns.push({ pattern: name, item });
      return;
    }
    const items = this.exact.get(name) ?? new Set();
    this.exact.set(name, items.add(item));
  }
}
