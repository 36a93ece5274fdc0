import { maskText } from './mask-text';

/** An error in the form in which it is logged. */
export interface DescribedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: DescribedError;
}

const MAX_CAUSES = 5;

/**
 * Reduces an error to its loggable fields. Additional properties except the code are dropped, because drivers and
 * clients attach statements with their parameters, requests with their headers, and whole answers.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskText(String(error)) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: maskText(error.message),
    stack: error.stack && maskText(error.stack),
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}
