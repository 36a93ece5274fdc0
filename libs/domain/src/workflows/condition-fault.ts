import { ExpressionError, parseExpression } from '@app/workflow-engine';

/**
 * Checks the condition of a trigger, which is a bare expression.
 * @returns what is wrong with it, in a sentence for a person; null if nothing is
 */
export function conditionFault(condition: string, names: readonly string[]): string | null {
  if (condition.trimStart().startsWith('{{')) return 'must be a bare expression, without {{ and }}';
  try {
    parseExpression(condition, { names });
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
