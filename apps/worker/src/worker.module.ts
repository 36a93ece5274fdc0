import { ConfigModule, type Environment } from '@app/config';
import { allJobs } from '@app/contracts';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { LeaseModule } from '@app/leases';
import { QueueModule } from '@app/queue';
import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DemoModule } from './features/demo/demo.module';
import { ExecutionsRunnerModule } from './features/executions/executions.module';
import { HealthModule } from './features/health/health.module';
import { IngestionRunnerModule } from './features/ingestion/ingestion.module';
import { MeteringModule } from './features/metering/metering.module';
import { RetentionModule } from './features/retention/retention.module';
import { TriggersFeatureModule } from './features/triggers/triggers.module';
import { WorkerShutdown } from './worker-shutdown';

/** One module per folder of `features/`. */
const FEATURES = [
  DemoModule,
  ExecutionsRunnerModule,
  HealthModule,
  IngestionRunnerModule,
  MeteringModule,
  RetentionModule,
  TriggersFeatureModule,
];

@Module({})
export class WorkerModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(environment),
        DatabaseModule,
        EventBusModule.forRoot(),
        QueueModule.forWorker(allJobs),
        GatewayClientModule.forRoot(),
        ScheduleModule.forRoot(),
        LeaseModule,
        ...FEATURES,
      ],
      providers: [WorkerShutdown],
    };
  }
}
