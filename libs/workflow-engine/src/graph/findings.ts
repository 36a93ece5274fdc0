import { unknownFields } from '../config/unknown-fields';
import type { Problem } from '../definition';

/** A definition may have any number of problems, and a longer list would not help the user. */
const MAX_PROBLEMS = 200;

/** The problems found so far. */
export class Findings {
  readonly problems: Problem[] = [];

  get isFull(): boolean {
    return this.problems.length >= MAX_PROBLEMS;
  }

  add(path: string, message: string): void {
    if (!this.isFull) this.problems.push({ path, message });
  }

  /** Adds a problem for each field of the object that is not known. */
  addUnknownFields(path: string, object: object, known: readonly string[]): void {
    for (const problem of unknownFields(object, known, path)) this.add(problem.path, problem.message);
  }

  /** Adds problems whose paths are relative to `path`. */
  addWithin(path: string, problems: readonly Problem[]): void {
    for (const problem of problems) {
      const joint = problem.path === '' || problem.path.startsWith('[') ? '' : '.';
      this.add(`${path}${joint}${problem.path}`, problem.message);
    }
  }
}

/** Formats a value for a message. The value may be of any type, and a long text is shortened. */
export function told(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return value === null || value === undefined ? 'nothing' : 'an object';
}
