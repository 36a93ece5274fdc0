import { BackupFileError, BackupRefusal } from '@app/backups';
import { Environment, EnvironmentError, loadEnvironment, MISCONFIGURED } from '@app/config';
import { DomainError } from '@app/kernel';

/**
 * Runs a command that ends by itself. An error that a person can correct is printed on one line.
 * @param failed the beginning of the message for any other error
 */
export function runCommand(failed: string, work: (environment: Environment) => Promise<void>): void {
  Promise.resolve()
    .then(() => work(loadEnvironment(Environment)))
    .catch((error: Error) => {
      const explained = [BackupFileError, BackupRefusal, DomainError, EnvironmentError].some(
        (type) => error instanceof type,
      );
      process.stderr.write(`${explained ? '' : `${failed}: `}${error.message}\n`);
      process.exitCode = error instanceof EnvironmentError ? MISCONFIGURED : 1;
    });
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
