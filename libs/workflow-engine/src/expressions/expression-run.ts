import { ExpressionError } from './expression-error';

/** Characters of one text, and elements of one array, that an expression may make. */
export const MAX_TEXT_LENGTH = 1_000_000;
export const MAX_LIST_LENGTH = 1_000_000;
/** Arrays within arrays, in what an expression makes or converts. */
export const MAX_VALUE_DEPTH = 200;

/**
 * One evaluation: what it sees, and what it may still spend. A step is one node of the expression, or eight elements,
 * or 64 characters, of data that a function goes through: about equal times.
 */
export class ExpressionRun {
  /** Of the operation that is being done, for the error that it may end in. */
  position = 0;
  /** Values of the parameters of arrow functions, each at the place that was fixed when the expression was compiled. */
  readonly locals: unknown[] = [];
  private steps: number;

  constructor(
    readonly scope: Readonly<Record<string, unknown>>,
    readonly nowMs: number,
    private readonly maxSteps: number,
  ) {
    this.steps = maxSteps;
  }

  step(): void {
    if (--this.steps < 0) this.exhausted();
  }

  /** Pays for so many elements, before they are made. */
  elements(count: number): void {
    if (count > MAX_LIST_LENGTH) this.fail(`An array would have more than ${MAX_LIST_LENGTH} elements.`);
    this.spend((count >> 3) + 1);
  }

  /** Pays for so many characters, before they are made. */
  characters(count: number): void {
    this.assertText(count);
    this.spend((count >> 6) + 1);
  }

  /** Pays for going through a text that is there already. */
  goThrough(text: string): void {
    if (text.length >= 64) this.spend(text.length >> 6);
  }

  /**
   * Pays for looking at a place in a text. That is more than it seems, for a text that was put together is copied into one
   * piece at the first look.
   */
  lookInto(text: string): void {
    if (text.length >= 256) this.spend(text.length >> 8);
  }

  assertText(length: number): void {
    if (length > MAX_TEXT_LENGTH) this.fail(`A text would have more than ${MAX_TEXT_LENGTH} characters.`);
  }

  spend(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) this.exhausted();
  }

  fail(message: string): never {
    throw new ExpressionError(message, this.position);
  }

  private exhausted(): never {
    this.steps = 0;
    return this.fail(`The expression takes more than ${this.maxSteps} steps.`);
  }
}
