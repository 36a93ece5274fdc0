import { AlarmConfigs, GATEWAY_ROUTES, gatewayProviders, TokenIssuer } from '@app/gateway-server';
import { SystemClock } from '@app/kernel';
import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { CallStatistics } from './features/control/call-statistics';
import { ControlController } from './features/control/control.controller';
import { FaultMiddleware } from './features/control/fault.middleware';
import { Faults } from './features/control/faults';
import type { GatewaySimEnvironment } from './gateway-sim-environment';
import { AlarmLog } from './model/alarm-log';
import { INTERLOCKS } from './model/interlocks';
import { PointStore } from './points/point-store';
import { SimulatedDevices } from './points/simulated-devices';
import { PointWriter } from './points/point-writer';
import type { Served } from './served';

@Module({})
export class GatewaySimModule implements NestModule {
  static forRoot(environment: GatewaySimEnvironment, { points, episodes }: Served): DynamicModule {
    const clock = new SystemClock();
    const { GATEWAY_USERNAME: username, GATEWAY_PASSWORD: password } = environment;
    return {
      module: GatewaySimModule,
      controllers: environment.GATEWAY_SIM_CONTROL ? [...GATEWAY_ROUTES, ControlController] : GATEWAY_ROUTES,
      providers: [
        ...gatewayProviders({
          clock,
          account: { username, password },
          tokens: new TokenIssuer(clock, environment.GATEWAY_SIM_TOKEN_SECONDS, password),
          points,
          writer: new PointWriter(points, INTERLOCKS),
          devices: new SimulatedDevices(points, clock),
          alarms: new AlarmLog(episodes),
          alarmConfigs: new AlarmConfigs(episodes.configs),
        }),
        { provide: PointStore, useValue: points },
        Faults,
        CallStatistics,
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FaultMiddleware).forRoutes('{*path}');
  }
}
