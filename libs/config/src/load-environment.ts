import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { distance } from 'fastest-levenshtein';

/** A variable that cannot be used, and why. The reason never shows a secret's value. */
export interface ConfigurationFault {
  variable: string;
  reason: string;
}

/** The environment cannot be used. The message has one line for each variable at fault. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly ConfigurationFault[]) {
    super(faults.map(({ variable, reason }) => `${variable} ${reason}`).join('\n'));
    this.name = 'ConfigurationError';
  }
}

const LIMIT_PREFIX = 'LIMIT_';
/** Names that differ in more characters than this are not suggested. */
const SUGGESTION_DISTANCE = 4;

/**
 * Reads the variables of `shape` from `source`. Unset and empty variables take their defaults.
 * @param checkCombinations finds faults that concern several variables
 * @throws ConfigurationError with every fault
 */
export function loadEnvironment<T extends object>(
  shape: ClassConstructor<T>,
  source: NodeJS.ProcessEnv = process.env,
  checkCombinations: (environment: T) => ConfigurationFault[] = () => [],
): T {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const environment = plainToInstance(shape, given, { exposeDefaultValues: true });
  // Before validation, which removes the variables that `shape` does not name.
  const faults = unknownLimits(shape, given);
  for (const { property, constraints } of validateSync(environment, { whitelist: true })) {
    // Constraints are listed last rule first, and the first rule of a property describes it best.
    const reason = Object.values(constraints ?? {}).at(-1) ?? 'is not valid';
    faults.push({
      variable: property,
      reason: property in given ? reason.replace(`${property} `, '') : 'is required',
    });
  }
  faults.push(...checkCombinations(environment));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return environment;
}

/** A misspelt limit would otherwise be ignored, and its default would apply unnoticed. */
function unknownLimits(shape: ClassConstructor<object>, given: object): ConfigurationFault[] {
  const known = Object.keys(new shape()).filter((name) => name.startsWith(LIMIT_PREFIX));
  // A process without limits of its own shares the environment of processes that have some.
  if (known.length === 0) return [];
  return Object.keys(given)
    .filter((name) => name.startsWith(LIMIT_PREFIX) && !known.includes(name))
    .map((variable) => ({ variable, reason: `is not a known limit.${suggestion(variable, known)}` }));
}

function suggestion(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest && nearest.edits <= SUGGESTION_DISTANCE ? ` Did you mean ${nearest.candidate}?` : '';
}
