import { EnvironmentModule, type Environment } from '@app/config';
import { allJobs } from '@app/contracts';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { Clock, type FixedClock } from '@app/kernel';
import { ClockModule } from '@app/processes';
import { QueueModule } from '@app/queue';
import type { Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';

/** Runs the services of background work within the test's process, at the time of `clock`. */
export async function startWorkModule(
  environment: Environment,
  clock: FixedClock,
  features: Type[],
): Promise<TestingModule> {
  const module = await Test.createTestingModule({
    imports: [
      ClockModule,
      EnvironmentModule.forRoot(environment),
      DatabaseModule,
      EventBusModule.forRoot(),
      QueueModule.forClient(allJobs),
      GatewayClientModule.forRoot(),
      ...features,
    ],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  await module.init();
  return module;
}
