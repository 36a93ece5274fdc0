import { say, type Message } from '@app/kernel';
import type { Json, JsonObject, Problem } from '@app/workflow-engine';
import { MAX_FOR_MS } from './trigger-schemas';

const NEEDED = say('needs_limit');

/** Lists the problems of the settings with which a `state_change` trigger follows values over time. */
export function holdProblems(config: JsonObject): Problem[] {
  const { above, below, hysteresis, forMs, onStart } = config;
  return [
    ...problem('above', above !== undefined && !isNumber(above), say('not_number')),
    ...problem('below', below !== undefined && !isNumber(below), say('not_number')),
    ...problem('below', isNumber(above) && isNumber(below) && below >= above, say('below_above')),
    ...problem('hysteresis', hysteresis !== undefined, hysteresisFault(config)),
    ...problem('forMs', forMs !== undefined, forMsFault(config)),
    ...problem('onStart', onStart !== undefined && typeof onStart !== 'boolean', say('not_boolean')),
    ...problem('onStart', onStart === true && !hasState(config), NEEDED),
  ];
}

function hysteresisFault({ above, below, hysteresis }: JsonObject): Message | null {
  if (!isNumber(hysteresis) || hysteresis < 0) return say('negative');
  if (above === undefined && below === undefined) return say('needs_bound');
  const isTooLarge = isNumber(above) && isNumber(below) && hysteresis > above - below;
  return isTooLarge ? say('hysteresis_too_wide') : null;
}

function forMsFault(config: JsonObject): Message | null {
  const { forMs } = config;
  if (!Number.isInteger(forMs) || Number(forMs) < 0 || Number(forMs) > MAX_FOR_MS) {
    return say('not_whole_within', { least: 0, most: MAX_FOR_MS });
  }
  return forMs === 0 || hasState(config) ? null : NEEDED;
}

function hasState({ above, below, condition }: JsonObject): boolean {
  return above !== undefined || below !== undefined || condition !== undefined;
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function problem(path: string, isWrong: boolean, fault: Message | null): Problem[] {
  return isWrong && fault !== null ? [{ path, ...fault }] : [];
}
