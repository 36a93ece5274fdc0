import { AccessModule } from '@app/auth';
import { ConfigModule, type Environment } from '@app/config';
import { PlatformModule } from '@app/domain';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { QueueModule } from '@app/queue';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from './features/auth/auth.module';
import { EventsModule } from './features/events/events.module';
import { HealthModule } from './features/health/health.module';

/** One module per folder of `features/`. */
const FEATURES = [AuthModule, EventsModule, HealthModule];

@Module({})
export class ApiModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.forRoot(environment),
        DatabaseModule,
        QueueModule.forClient([]),
        EventBusModule.forRoot(),
        GatewayClientModule.forRoot(),
        AccessModule,
        PlatformModule,
        ...FEATURES,
      ],
    };
  }
}
