import type { Environment } from '@app/config';
import { Clock, type FixedClock } from '@app/kernel';
import type { Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { processModules } from './process-modules';

/** Runs the services of background work within the test's process, at the time of `clock`. */
export async function startWorkModule(
  environment: Environment,
  clock: FixedClock,
  features: Type[],
): Promise<TestingModule> {
  const module = await Test.createTestingModule({
    imports: [...processModules(environment), ...features],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  await module.init();
  return module;
}
