import { ExpressionError, type ExpressionNames, parseExpression } from '@app/workflow-engine';

/**
 * Checks the condition of a trigger, which is a bare expression.
 * @returns the problem in a sentence; null if the condition is valid
 */
export function conditionFault(
  condition: string,
  names: readonly string[],
  fields?: ExpressionNames['fields'],
): string | null {
  if (condition.trimStart().startsWith('{{')) return 'must be a bare expression, without {{ and }}';
  try {
    parseExpression(condition, { names, fields });
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
