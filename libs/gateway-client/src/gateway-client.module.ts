import { Environment } from '@app/config';
import { Clock } from '@app/kernel';
import { type DynamicModule, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GatewayClient } from './gateway-client';
import { Gateways } from './gateways';

/** Provides the gateways to the process. A `GatewayClient` calls the gateway to which a code belongs. */
@Module({})
export class GatewayClientModule {
  static forRoot(): DynamicModule {
    return {
      module: GatewayClientModule,
      global: true,
      providers: [
        {
          provide: Gateways,
          inject: [Environment, DataSource, Clock],
          useFactory: (environment: Environment, dataSource: DataSource, clock: Clock) =>
            new Gateways(
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
        { provide: GatewayClient, useExisting: Gateways },
      ],
      exports: [GatewayClient, Gateways],
    };
  }
}
