import { type Message, type MessageValue, say } from '@app/kernel';
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

  add(path: string, fault: Message): void {
    if (!this.isFull) this.problems.push({ ...fault, path });
  }

  /** Adds a problem for each field of the object that is not known. */
  addUnknownFields(path: string, object: object, known: readonly string[]): void {
    for (const problem of unknownFields(object, known, path)) this.add(problem.path, problem);
  }

  /** Adds problems whose paths are relative to `path`. */
  addWithin(path: string, problems: readonly Problem[]): void {
    for (const problem of problems) {
      const joint = problem.path === '' || problem.path.startsWith('[') ? '' : '.';
      this.add(`${path}${joint}${problem.path}`, problem);
    }
  }
}

/** Formats a value for a message. The value may be of any type, and a long text is shortened. */
export function told(value: unknown): MessageValue {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return say('a_list');
  return value === null || value === undefined ? say('nothing') : say('an_object');
}
