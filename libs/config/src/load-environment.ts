import { similarName } from '@app/kernel';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** An invalid variable and the reason. The reason never shows a secret's value. */
export interface EnvironmentFault {
  variable: string;
  reason: string;
}

/** Thrown for an invalid environment. The message has one line for each invalid variable. */
export class EnvironmentError extends Error {
  constructor(readonly faults: readonly EnvironmentFault[]) {
    super(faults.map(({ variable, reason }) => `${variable} ${reason}`).join('\n'));
    this.name = 'EnvironmentError';
  }
}

/** Exit code for an invalid environment: EX_CONFIG of sysexits.h. It shows that a restart will not help. */
export const MISCONFIGURED = 78;

const LIMIT_PREFIX = 'LIMIT_';

/**
 * Reads the variables of `shape` from `source`. Unset and empty variables have their default values.
 * @param checkCombinations returns problems that concern several variables
 * @throws EnvironmentError that lists every problem
 */
export function loadEnvironment<T extends object>(
  shape: ClassConstructor<T>,
  source: NodeJS.ProcessEnv = process.env,
  checkCombinations: (environment: T) => EnvironmentFault[] = () => [],
): T {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const environment = plainToInstance(shape, given, { exposeDefaultValues: true });
  // Search for unknown limits before the validation, because the validation removes all variables that `shape` does not
  // declare.
  const faults = unknownLimits(shape, given);
  for (const { property, constraints } of validateSync(environment, { whitelist: true })) {
    // The first rule of a property describes the problem best. It is the last item, because the list is in reverse
    // order.
    const reason = Object.values(constraints ?? {}).at(-1) ?? 'is not valid';
    faults.push({
      variable: property,
      reason: property in given ? reason.replace(`${property} `, '') : 'is required',
    });
  }
  faults.push(...checkCombinations(environment));
  if (faults.length > 0) throw new EnvironmentError(faults);
  return environment;
}

/**
 * Reports limits with unknown names. Without this check, a misspelt limit would be ignored and its default would
 * apply.
 */
function unknownLimits(shape: ClassConstructor<object>, given: object): EnvironmentFault[] {
  const known = Object.keys(new shape()).filter((name) => name.startsWith(LIMIT_PREFIX));
  // All processes have the same variables, so a process whose `shape` declares no limits must ignore all limits.
  if (known.length === 0) return [];
  return Object.keys(given)
    .filter((name) => name.startsWith(LIMIT_PREFIX) && !known.includes(name))
    .map((variable) => ({ variable, reason: `is not a known limit.${suggestion(variable, known)}` }));
}

function suggestion(name: string, known: readonly string[]): string {
  const similar = similarName(name, known);
  return similar === undefined ? '' : ` Did you mean ${similar}?`;
}
