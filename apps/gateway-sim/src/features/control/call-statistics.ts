/** Counts the calls of clients, for tests. */
export class CallStatistics {
  /** Calls by path, including those that were not answered. */
  readonly calls: Record<string, number> = {};

  count(path: string): void {
    this.calls[path] = (this.calls[path] ?? 0) + 1;
  }
}
