export const FAULT_KINDS = ['hang', 'error', 'unauthorized', 'malformed'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

interface Fault {
  kind: FaultKind;
  /** How many more calls fail. */
  left: number;
}

const EVERY_PATH = '*';

/** The faults that a test has set. */
export class Faults {
  private readonly faultsByPath = new Map<string, Fault>();

  /** From now on the next `count` calls of `path` fail; of every path where none is named. */
  ask(kind: FaultKind, count = Infinity, path = EVERY_PATH): void {
    this.faultsByPath.set(path, { kind, left: count });
  }

  /** Ends the fault of `path`; all faults where none is named. */
  end(path?: string): void {
    if (path === undefined) this.faultsByPath.clear();
    else this.faultsByPath.delete(path);
  }

  /** The fault that strikes this call of `path`; a fault of that path goes before one of every path. */
  strike(path: string): FaultKind | null {
    const key = this.faultsByPath.has(path) ? path : EVERY_PATH;
    const fault = this.faultsByPath.get(key);
    if (!fault) return null;
    if (--fault.left <= 0) this.faultsByPath.delete(key);
    return fault.kind;
  }
}
