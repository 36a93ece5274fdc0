/**
 * Thrown if an expression cannot be parsed or its evaluation fails. The message is a sentence for the author of the
 * expression.
 */
export class ExpressionError extends Error {
  constructor(
    message: string,
    /** Position of the error in the text of the expression, counted in characters from 0. */
    readonly position: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}
