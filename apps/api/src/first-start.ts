import { type AdministratorPassword, AdministratorService, PlatformService } from '@app/domain';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';

/**
 * Makes what a service needs that starts for the first time, its settings and somebody who can sign in, and takes the
 * environment's word for how mail is sent at every start. To be called once it listens, for a start that fails after this would have shown the password to nobody.
 */
export async function firstStart(
  app: INestApplicationContext,
  logger: Logger,
): Promise<AdministratorPassword | undefined> {
  await app.get(PlatformService).applyEnvironment();
  const seeded = await app.get(AdministratorService).ensure();
  if (!seeded) return undefined;
  logger.info({ username: seeded.username }, 'Made the administrator');
  // The supervisor shows it, where there is one.
  if (seeded.password !== null && !process.send) {
    logger.warn(`The password of ${seeded.username} is ${seeded.password} (shown this once)`);
  }
  return seeded;
}
