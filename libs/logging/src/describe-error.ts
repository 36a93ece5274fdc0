import { maskSecretsInText } from '@app/kernel';

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
 * Reduce an error to its loggable fields. All properties except the code are dropped: drivers and clients attach
 * statements with their parameters, requests with their headers, and whole answers.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskSecretsInText(String(error)) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: maskSecretsInText(error.message),
    stack: error.stack && maskSecretsInText(error.stack),
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}
