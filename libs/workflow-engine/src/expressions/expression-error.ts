import { type Message, say } from '@app/kernel';

/**
 * Thrown if an expression cannot be parsed or its evaluation fails. The message is a sentence for the author of the
 * expression.
 */
export class ExpressionError extends Error {
  readonly reason: Message;

  constructor(
    message: string | Message,
    /** Position of the error in the text of the expression, counted in characters from 0. */
    readonly position: number,
  ) {
    const reason = typeof message === 'string' ? say('other', { reason: message }) : message;
    super(reason.message);
    this.reason = reason;
    this.name = 'ExpressionError';
  }
}
