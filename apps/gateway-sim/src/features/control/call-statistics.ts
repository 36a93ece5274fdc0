/** Counts what clients did, so that a test can prove how often. */
export class CallStatistics {
  /** Calls by path, answered or not. */
  readonly calls: Record<string, number> = {};
  /** Logins and refreshes that succeeded. */
  logins = 0;
  refreshes = 0;

  count(path: string): void {
    this.calls[path] = (this.calls[path] ?? 0) + 1;
  }
}
