/**
 * Thrown if the response to a write was lost: the connection failed after the statement was sent, so the write may or
 * may not be committed. `cause` is the driver's error.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The answer to a write was lost: it may or may not be committed.', { cause });
    this.name = 'OutcomeUnknown';
  }
}
