import type { Problem } from '../definition';

/** More would help nobody, and a definition may have any number of faults. */
const MAX_PROBLEMS = 200;

/** The faults that were found so far. */
export class Findings {
  readonly problems: Problem[] = [];

  get isFull(): boolean {
    return this.problems.length >= MAX_PROBLEMS;
  }

  add(path: string, message: string): void {
    if (!this.isFull) this.problems.push({ path, message });
  }

  /** Faults of a part that stands at `path`. */
  addWithin(path: string, problems: readonly Problem[]): void {
    for (const problem of problems) {
      const joint = problem.path === '' || problem.path.startsWith('[') ? '' : '.';
      this.add(`${path}${joint}${problem.path}`, problem.message);
    }
  }
}

/** As it is told in a message: what came from outside may be long, or of any kind. */
export function told(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return value === null || value === undefined ? 'nothing' : 'an object';
}
