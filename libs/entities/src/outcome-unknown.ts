/**
 * Thrown if the response to a write was lost, because the connection failed after the statement was sent. The write may
 * or may not have been committed. `cause` is the driver's error.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The response to a write was lost. The write may or may not have been committed.', { cause });
    this.name = 'OutcomeUnknown';
  }
}
