/** Thrown if the embedded server cannot be used. The message is a single line that says what the operator can do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EmbeddedPostgresError';
  }
}
