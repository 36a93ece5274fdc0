/** An error as it is logged. */
export interface DescribedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: DescribedError;
}

const MAX_CAUSES = 5;

/**
 * What a log may show of an error. Of its properties the code alone: drivers and clients hang statements with their
 * parameters, requests with their headers and whole answers on theirs.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}
