/** An expression that cannot be read, or that failed. The message is a sentence for the person who wrote it. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    /** Where in its text, in characters from 0. */
    readonly position: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}
