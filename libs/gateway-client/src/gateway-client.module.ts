import { Environment } from '@app/config';
import { SystemClock } from '@app/kernel';
import { type DynamicModule, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createGatewayClient } from './create-gateway-client';
import { GatewayClient } from './gateway-client';

/** Provides `GatewayClient`: one for the process, so that its breaker and its refreshes are shared. */
@Module({})
export class GatewayClientModule {
  static forRoot(): DynamicModule {
    return {
      module: GatewayClientModule,
      global: true,
      providers: [
        {
          provide: GatewayClient,
          inject: [Environment, DataSource],
          useFactory: (environment: Environment, dataSource: DataSource) =>
            createGatewayClient(
              {
                url: environment.GATEWAY_URL,
                username: environment.GATEWAY_USERNAME,
                password: environment.GATEWAY_PASSWORD,
                callLimitMs: environment.LIMIT_GATEWAY_CALL_MS,
              },
              dataSource,
              new SystemClock(),
            ),
        },
      ],
      exports: [GatewayClient],
    };
  }
}
