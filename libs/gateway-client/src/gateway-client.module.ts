import { Environment } from '@app/config';
import { Clock } from '@app/kernel';
import { type DynamicModule, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createGatewayClient } from './create-gateway-client';
import { GatewayClient } from './gateway-client';

/** Provides one `GatewayClient` for the process, so that all callers share its breaker and its token refresh. */
@Module({})
export class GatewayClientModule {
  static forRoot(): DynamicModule {
    return {
      module: GatewayClientModule,
      global: true,
      providers: [
        {
          provide: GatewayClient,
          inject: [Environment, DataSource, Clock],
          useFactory: (environment: Environment, dataSource: DataSource, clock: Clock) =>
            createGatewayClient(
              {
                url: environment.GATEWAY_URL,
                username: environment.GATEWAY_USERNAME,
                password: environment.GATEWAY_PASSWORD,
                callLimitMs: environment.LIMIT_GATEWAY_CALL_MS,
              },
              dataSource,
              clock,
            ),
        },
      ],
      exports: [GatewayClient],
    };
  }
}
