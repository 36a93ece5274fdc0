import { type Environment, EnvironmentModule } from '@app/config';
import { allJobs } from '@app/contracts';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { ClockModule } from '@app/processes';
import { QueueModule } from '@app/queue';
import type { DynamicModule, Type } from '@nestjs/common';

/** The modules of an api that the modules of the domain require. */
export function processModules(environment: Environment): (Type | DynamicModule)[] {
  return [
    ClockModule,
    EnvironmentModule.forRoot(environment),
    DatabaseModule,
    EventBusModule.forRoot(),
    GatewayClientModule.forRoot(),
    QueueModule.forClient(allJobs),
  ];
}
