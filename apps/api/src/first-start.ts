import {
  type AdministratorPassword,
  AdministratorService,
  ConfigurationService,
  ReportTemplatesService,
} from '@app/domain';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';

/**
 * Creates the settings, the shipped report templates and the administrator if they are missing, and applies the mail
 * settings of the environment. Call it only after the service has begun to listen. Otherwise the generated password
 * could be shown, and the start could fail afterwards.
 */
export async function firstStart(
  app: INestApplicationContext,
  logger: Logger,
): Promise<AdministratorPassword | undefined> {
  await app.get(ConfigurationService).applyEnvironment();
  await app.get(ReportTemplatesService).ensure();
  const seeded = await app.get(AdministratorService).ensure();
  if (!seeded) return undefined;
  logger.info({ username: seeded.username }, 'Created the administrator');
  // If a supervisor started this process, the supervisor shows the password.
  if (seeded.password !== null && !process.send) {
    logger.warn(`The password of ${seeded.username} is ${seeded.password} (shown this once)`);
  }
  return seeded;
}
