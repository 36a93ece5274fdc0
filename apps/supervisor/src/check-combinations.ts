import { type EnvironmentFault, type SupervisorEnvironment, dialectOf } from '@app/config';

/** Reports variables that are required because another variable is set. */
export function checkCombinations(environment: SupervisorEnvironment): EnvironmentFault[] {
  const { DATABASE_URL, QUEUE_URL, JWT_SECRET, GATEWAY_URL } = environment;
  const faults: EnvironmentFault[] = [];
  if (DATABASE_URL && !JWT_SECRET) {
    faults.push({
      variable: 'JWT_SECRET',
      reason:
        'is required if DATABASE_URL is set, because all processes of one database share it: at least 32 characters, such as the output of "openssl rand -hex 32"',
    });
  }
  if (DATABASE_URL && dialectOf(DATABASE_URL) === 'mysql' && !QUEUE_URL) {
    faults.push({
      variable: 'QUEUE_URL',
      reason: 'is required with a MySQL or MariaDB database: redis://… or postgres://…',
    });
  }
  for (const variable of ['GATEWAY_USERNAME', 'GATEWAY_PASSWORD'] as const) {
    if (GATEWAY_URL && !environment[variable]) {
      faults.push({ variable, reason: 'is required if GATEWAY_URL is set' });
    }
  }
  return faults;
}
