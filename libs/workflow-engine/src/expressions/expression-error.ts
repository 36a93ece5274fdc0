/**
 * Thrown for an expression that does not parse or that fails. The message is a sentence for the expression's author.
 */
export class ExpressionError extends Error {
  constructor(
    message: string,
    /** Position of the error in the text of the expression, in characters from 0. */
    readonly position: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}
