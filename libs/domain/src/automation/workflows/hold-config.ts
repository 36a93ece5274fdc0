import type { Json, JsonObject, Problem } from '@app/workflow-engine';
import { MAX_FOR_MS } from './trigger-schemas';

const NEEDED = 'can be set only together with `above`, `below` or a condition';

/** Lists the problems of the settings with which a `state_change` trigger follows values over time. */
export function holdProblems(config: JsonObject): Problem[] {
  const { above, below, hysteresis, forMs, onStart } = config;
  return [
    ...problem('above', above !== undefined && !isNumber(above), 'must be a number'),
    ...problem('below', below !== undefined && !isNumber(below), 'must be a number'),
    ...problem(
      'below',
      isNumber(above) && isNumber(below) && below >= above,
      'must be less than the value of `above`',
    ),
    ...problem('hysteresis', hysteresis !== undefined, hysteresisFault(config)),
    ...problem('forMs', forMs !== undefined, forMsFault(config)),
    ...problem('onStart', onStart !== undefined && typeof onStart !== 'boolean', 'must be true or false'),
    ...problem('onStart', onStart === true && !hasState(config), NEEDED),
  ];
}

function hysteresisFault({ above, below, hysteresis }: JsonObject): string | null {
  if (!isNumber(hysteresis) || hysteresis < 0) return 'must be a number of 0 or more';
  if (above === undefined && below === undefined) return 'can be set only together with `above` or `below`';
  const isTooLarge = isNumber(above) && isNumber(below) && hysteresis > above - below;
  return isTooLarge ? 'must not be more than the distance between `above` and `below`' : null;
}

function forMsFault(config: JsonObject): string | null {
  const { forMs } = config;
  if (!Number.isInteger(forMs) || Number(forMs) < 0 || Number(forMs) > MAX_FOR_MS) {
    return `must be a whole number from 0 to ${MAX_FOR_MS}`;
  }
  return forMs === 0 || hasState(config) ? null : NEEDED;
}

function hasState({ above, below, condition }: JsonObject): boolean {
  return above !== undefined || below !== undefined || condition !== undefined;
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function problem(path: string, isWrong: boolean, message: string | null): Problem[] {
  return isWrong && message !== null ? [{ path, message }] : [];
}
