import { say } from '@app/kernel';
import { ERROR_ACTIONS, type ErrorAction } from '../definition';
import type { JsonObject } from '../json';
import type { DefinitionLimits } from './definition-limits';
import { told, type Findings } from './findings';
import type { DraftDefinition } from './read-definition';
import { mayJump, type WiringJump } from './scopes';

/** The fields of `ErrorHandler`. */
const HANDLER_FIELDS = ['action', 'retryCount', 'retryDelayMs', 'gotoNodeId'];

/** Checks the error handlers of nodes and returns their possible jumps. */
export function checkHandlers(
  definition: DraftDefinition,
  { limits, findings }: { limits: DefinitionLimits; findings: Findings },
): WiringJump[] {
  return definition.nodes.flatMap(({ path, onError }, source) => {
    if (onError === undefined) return [];
    const at = `${path}.onError`;
    findings.addUnknownFields(at, onError, HANDLER_FIELDS);
    const { action } = onError;
    if (!isAction(action))
      findings.add(
        `${at}.action`,
        say('wrong_choice_given', { choices: ERROR_ACTIONS.join(', '), given: told(action) }),
      );
    checkNumber(onError, 'retryCount', { at, most: limits.retries, findings });
    checkNumber(onError, 'retryDelayMs', { at, most: limits.retryDelayMs, findings });
    const target = checkTarget(definition, onError, { at, findings });
    return target !== undefined && mayJump(action) ? [{ source, target }] : [];
  });
}

function isAction(value: unknown): value is ErrorAction {
  return (ERROR_ACTIONS as readonly unknown[]).includes(value);
}

/**
 * Checks a number of an error handler. It is checked even if the action does not use it, because an invalid number is
 * always a mistake.
 */
function checkNumber(
  handler: JsonObject,
  name: 'retryCount' | 'retryDelayMs',
  { at, most, findings }: { at: string; most: number; findings: Findings },
): void {
  const value = handler[name];
  if (value === undefined || value === null) return;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return;
  findings.add(`${at}.${name}`, say('not_whole_within_given', { least: 0, most, given: told(value) }));
}

function checkTarget(
  { places }: DraftDefinition,
  { action, gotoNodeId }: JsonObject,
  { at, findings }: { at: string; findings: Findings },
): number | undefined {
  if (gotoNodeId === undefined || gotoNodeId === null) {
    if (action === 'goto') findings.add(`${at}.gotoNodeId`, say('jump_missing'));
    return undefined;
  }
  const place = typeof gotoNodeId === 'string' ? places.get(gotoNodeId) : undefined;
  if (place === undefined) findings.add(`${at}.gotoNodeId`, say('not_node', { id: told(gotoNodeId) }));
  return place;
}
