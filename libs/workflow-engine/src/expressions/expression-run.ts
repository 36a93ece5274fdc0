import { type Message, say } from '@app/kernel';
import { ExpressionError } from './expression-error';
import { type ExpressionSite, NO_SITE } from './expression-site';

/** Maximum length of a text in characters, and of an array in elements, that an expression may create. */
export const MAX_TEXT_LENGTH = 1_000_000;
export const MAX_LIST_LENGTH = 1_000_000;
/** Maximum nesting depth of arrays that an expression creates or converts. */
export const MAX_VALUE_DEPTH = 200;

/**
 * One evaluation with its scope and its remaining budget of steps. One step pays for one syntax node, for eight array
 * elements, or for 64 characters of text. Each of these takes about the same time.
 */
export class ExpressionRun {
  /** Position of the current operation, for an error message. */
  position = 0;
  /** Values of arrow function parameters, at the slots assigned at compile time. */
  readonly locals: unknown[] = [];
  private steps: number;

  constructor(
    readonly scope: Readonly<Record<string, unknown>>,
    readonly nowMs: number,
    private readonly maxSteps: number,
    readonly site: ExpressionSite = NO_SITE,
  ) {
    this.steps = maxSteps;
  }

  step(): void {
    if (--this.steps < 0) this.exhausted();
  }

  /** Charges for elements before they are created. */
  elements(count: number): void {
    if (count > MAX_LIST_LENGTH) this.fail(say('long_array', { most: MAX_LIST_LENGTH }));
    this.spend((count >> 3) + 1);
  }

  /** Charges for characters before they are created. */
  characters(count: number): void {
    this.assertText(count);
    this.spend((count >> 6) + 1);
  }

  /** Charges for scanning an existing text to its end. */
  goThrough(text: string): void {
    if (text.length >= 64) this.spend(text.length >> 6);
  }

  /**
   * Charges for reading one position of a text. The first access to a concatenated text costs its whole length, because
   * V8 then copies the text.
   */
  lookInto(text: string): void {
    if (text.length >= 256) this.spend(text.length >> 8);
  }

  assertText(length: number): void {
    if (length > MAX_TEXT_LENGTH) this.fail(say('long_text', { most: MAX_TEXT_LENGTH }));
  }

  spend(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) this.exhausted();
  }

  fail(message: Message): never {
    throw new ExpressionError(message, this.position);
  }

  private exhausted(): never {
    this.steps = 0;
    return this.fail(say('steps_exhausted', { most: this.maxSteps }));
  }
}
