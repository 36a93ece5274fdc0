import { type Message, say } from '@app/kernel';
import { ExpressionError, type ExpressionNames, parseExpression } from '@app/workflow-engine';

/**
 * Checks the condition of a trigger, which is a bare expression.
 * @returns the problem in a sentence; null if the condition is valid
 */
export function conditionFault(
  condition: string,
  names: readonly string[],
  fields?: ExpressionNames['fields'],
): Message | null {
  if (condition.trimStart().startsWith('{{')) return say('braces', { open: '{{', close: '}}' });
  try {
    parseExpression(condition, { names, fields });
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.reason;
    throw error;
  }
}
