import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** A variable that cannot be used. The message is one line and names the variable; it never shows a secret's value. */
export class ConfigurationError extends Error {
  constructor(
    readonly variable: string,
    reason: string,
  ) {
    super(`${variable} ${reason}`);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads `shape`'s variables out of `source`; unset and empty ones take their defaults.
 * @throws ConfigurationError for the first variable that is missing or malformed
 */
export function loadEnvironment<T extends object>(
  shape: ClassConstructor<T>,
  source: NodeJS.ProcessEnv = process.env,
): T {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const environment = plainToInstance(shape, given, { exposeDefaultValues: true });
  const [fault] = validateSync(environment, { whitelist: true });
  if (fault) {
    const missing = source[fault.property] === undefined || source[fault.property] === '';
    // Of several rules that are broken, the one that is written first says most: it comes last here.
    const reason = Object.values(fault.constraints ?? {}).at(-1) ?? 'is not valid';
    throw new ConfigurationError(
      fault.property,
      missing ? 'is required' : reason.replace(`${fault.property} `, ''),
    );
  }
  return environment;
}
