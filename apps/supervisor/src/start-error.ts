/** An error that prevents the product from starting. Its message is one line for the person who started the product. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/** The code of a system error, for example `EADDRINUSE`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
