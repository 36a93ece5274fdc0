import 'reflect-metadata';
import { EnvironmentError, Environment, loadEnvironment, MISCONFIGURED } from '@app/config';
import { AdministratorPasswordService, AuditService, PasswordHasher } from '@app/domain';
import { createDataSource } from '@app/entities';
import { DomainError, SystemClock } from '@app/kernel';

/** Resets the administrator's password in the configured database and prints the new password. */
async function main(): Promise<void> {
  const environment = loadEnvironment(Environment);
  const dataSource = createDataSource(environment.DATABASE_URL, 1);
  await dataSource.initialize();
  try {
    const audit = new AuditService(dataSource, new SystemClock());
    const service = new AdministratorPasswordService(dataSource, environment, new PasswordHasher(), audit);
    const { username, password } = await service.reset();
    process.stdout.write(
      password === null
        ? `The password of ${username} is now the one in ADMIN_PASSWORD.\n`
        : `The new password of ${username} is ${password}\n`,
    );
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: Error) => {
  const explained = error instanceof DomainError || error instanceof EnvironmentError;
  process.stderr.write(`${explained ? '' : 'The password was not reset: '}${error.message}\n`);
  process.exitCode = error instanceof EnvironmentError ? MISCONFIGURED : 1;
});
