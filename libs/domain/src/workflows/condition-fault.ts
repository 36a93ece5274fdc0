import { ExpressionError, parseExpression } from '@app/workflow-engine';

/** What is wrong with the condition of a trigger, for a person; null where nothing is. */
export function conditionFault(condition: string, names: readonly string[]): string | null {
  try {
    parseExpression(condition, { names });
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
