/** Keeps the product from starting. The message is one line for the person at the terminal. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/** `EADDRINUSE` of a system error; undefined for any other. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
