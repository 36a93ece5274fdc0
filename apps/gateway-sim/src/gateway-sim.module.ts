import { Clock, SystemClock } from '@app/kernel';
import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AlarmConfigs } from './features/alarms/alarm-configs';
import { AlarmsController } from './features/alarms/alarms.controller';
import { AuthController } from './features/auth/auth.controller';
import { TokenIssuer } from './features/auth/token-issuer';
import { CodesController } from './features/codes/codes.controller';
import { CallStatistics } from './features/control/call-statistics';
import { ControlController } from './features/control/control.controller';
import { FaultMiddleware } from './features/control/fault.middleware';
import { Faults } from './features/control/faults';
import { PointsController } from './features/points/points.controller';
import { ChangeFeed } from './features/stream/change-feed';
import { StreamController } from './features/stream/stream.controller';
import { StreamService } from './features/stream/stream.service';
import { GatewaySimEnvironment } from './gateway-sim-environment';
import { BearerGuard } from './http/bearer.guard';
import { ErrorFilter } from './http/error.filter';
import { createValidationPipe } from './http/create-validation-pipe';
import { AlarmLog } from './model/alarm-log';
import { INTERLOCKS } from './model/interlocks';
import { PointStore } from './points/point-store';
import { PointWriter } from './points/point-writer';
import type { Served } from './served';

const CONTRACT = [AuthController, PointsController, CodesController, AlarmsController, StreamController];

@Module({})
export class GatewaySimModule implements NestModule {
  static forRoot(environment: GatewaySimEnvironment, { points, episodes }: Served): DynamicModule {
    const clock = new SystemClock();
    const alarms = new AlarmLog(episodes);
    return {
      module: GatewaySimModule,
      controllers: environment.GATEWAY_SIM_CONTROL ? [...CONTRACT, ControlController] : CONTRACT,
      providers: [
        { provide: GatewaySimEnvironment, useValue: environment },
        { provide: Clock, useValue: clock },
        { provide: PointStore, useValue: points },
        { provide: PointWriter, useValue: new PointWriter(points, INTERLOCKS) },
        { provide: AlarmLog, useValue: alarms },
        { provide: AlarmConfigs, useValue: new AlarmConfigs(episodes.rules) },
        { provide: TokenIssuer, useValue: new TokenIssuer(clock, environment.GATEWAY_SIM_TOKEN_SECONDS) },
        { provide: ChangeFeed, useValue: new ChangeFeed(points, alarms) },
        Faults,
        CallStatistics,
        StreamService,
        { provide: APP_GUARD, useClass: BearerGuard },
        { provide: APP_PIPE, useFactory: createValidationPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FaultMiddleware).forRoutes('{*path}');
  }
}
