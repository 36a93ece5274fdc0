import { runOutsideRequests } from '@app/kernel';

/** Values that are dear to make and never change, the most recently used of them; those who ask at once share one. */
export class RecentValues<Value> {
  private readonly kept = new Map<string, Promise<Value>>();

  /** @param most how many are kept */
  constructor(private readonly most: number) {}

  /** @param make is not called where the value is kept; what it throws is told and not kept */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.kept.get(key) ?? this.made(key, make);
    // At the end again: whoever was not asked for longest stands first.
    this.kept.delete(key);
    this.kept.set(key, value);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(oldest);
    }
    return value;
  }

  /** The next one is made anew. */
  forget(key: string): void {
    this.kept.delete(key);
  }

  private made(key: string, make: () => Promise<Value>): Promise<Value> {
    // Those who share it must not lose it with the first who asked.
    const value = runOutsideRequests(make);
    value.catch(() => {
      if (this.kept.get(key) === value) this.kept.delete(key);
    });
    return value;
  }
}
