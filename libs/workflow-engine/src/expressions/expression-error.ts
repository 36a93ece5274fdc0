import type { Message } from '@app/kernel';

/**
 * Thrown if an expression cannot be parsed or its evaluation fails. The message is a sentence for the author of the
 * expression.
 */
export class ExpressionError extends Error {
  constructor(
    readonly reason: Message,
    /** Position of the error in the text of the expression, counted in characters from 0. */
    readonly position: number,
  ) {
    super(reason.message);
    this.name = 'ExpressionError';
  }
}
