export const FAULT_KINDS = ['hang', 'error', 'unauthorized', 'malformed'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

interface Fault {
  kind: FaultKind;
  /** The number of further calls that fail. */
  left: number;
}

const EVERY_PATH = '*';

/** The faults that a test has set. */
export class Faults {
  private readonly faultsByPath = new Map<string, Fault>();

  /** Makes the next `count` calls of `path` fail. If no path is given, calls of all paths fail. */
  ask(kind: FaultKind, count = Infinity, path = EVERY_PATH): void {
    this.faultsByPath.set(path, { kind, left: count });
  }

  /** Ends the fault of `path`. If no path is given, ends all faults. */
  end(path?: string): void {
    if (path === undefined) this.faultsByPath.clear();
    else this.faultsByPath.delete(path);
  }

  /**
   * Returns the fault for the current call of `path`, and counts the call. A fault of this path takes precedence over a
   * fault of all paths.
   */
  strike(path: string): FaultKind | null {
    const key = this.faultsByPath.has(path) ? path : EVERY_PATH;
    const fault = this.faultsByPath.get(key);
    if (!fault) return null;
    if (--fault.left <= 0) this.faultsByPath.delete(key);
    return fault.kind;
  }
}
