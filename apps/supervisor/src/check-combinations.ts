import { ConfigurationError, type SupervisorEnvironment, dialectOf } from '@app/config';

/**
 * What may not be left to a default once something else is set.
 * @throws ConfigurationError
 */
export function checkCombinations(environment: SupervisorEnvironment): void {
  const { DATABASE_URL, QUEUE_URL, JWT_SECRET, GATEWAY_URL } = environment;
  if (DATABASE_URL && !JWT_SECRET) {
    throw new ConfigurationError(
      'JWT_SECRET',
      'is required where DATABASE_URL is set, for all processes of one database share it: at least 32 characters, such as the output of "openssl rand -hex 32"',
    );
  }
  if (DATABASE_URL && dialectOf(DATABASE_URL) === 'mysql' && !QUEUE_URL) {
    throw new ConfigurationError(
      'QUEUE_URL',
      'is required with a MySQL or MariaDB database: redis://… or postgres://…',
    );
  }
  for (const variable of ['GATEWAY_USERNAME', 'GATEWAY_PASSWORD'] as const) {
    if (GATEWAY_URL && !environment[variable]) {
      throw new ConfigurationError(variable, 'is required where GATEWAY_URL is set');
    }
  }
}
