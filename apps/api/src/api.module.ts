import { AccessModule } from '@app/auth';
import { ConfigModule, type Environment } from '@app/config';
import { allJobs } from '@app/contracts';
import { PlatformModule } from '@app/domain';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { QueueModule } from '@app/queue';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuditFeatureModule } from './features/audit/audit.module';
import { AuthModule } from './features/auth/auth.module';
import { ConfigsModule } from './features/configs/configs.module';
import { EnergyFeatureModule } from './features/energy/energy.module';
import { EventsModule } from './features/events/events.module';
import { HealthModule } from './features/health/health.module';
import { HomeModule } from './features/home/home.module';
import { MetricsFeatureModule } from './features/metrics/metrics.module';
import { NodesModule } from './features/nodes/nodes.module';
import { OAuthModule } from './features/oauth/oauth.module';
import { PublicModule } from './features/public/public.module';
import { SettingsModule } from './features/settings/settings.module';
import { UsersFeatureModule } from './features/users/users.module';
import { WebhooksFeatureModule } from './features/webhooks/webhooks.module';
import { WorkflowsFeatureModule } from './features/workflows/workflows.module';

/** One module per folder of `features/`. */
const FEATURES = [
  AuditFeatureModule,
  AuthModule,
  ConfigsModule,
  EnergyFeatureModule,
  EventsModule,
  HealthModule,
  HomeModule,
  MetricsFeatureModule,
  NodesModule,
  OAuthModule,
  PublicModule,
  SettingsModule,
  UsersFeatureModule,
  WebhooksFeatureModule,
  WorkflowsFeatureModule,
];

@Module({})
export class ApiModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.forRoot(environment),
        DatabaseModule,
        QueueModule.forClient(allJobs),
        EventBusModule.forRoot(),
        GatewayClientModule.forRoot(),
        AccessModule,
        PlatformModule,
        ...FEATURES,
      ],
    };
  }
}
