import { Clock } from '@app/kernel';
import { NestLog } from '@app/logging';
import type { DynamicModule, Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AlarmConfigs } from './alarm-configs';
import { AlarmsController } from './alarms.controller';
import { AuthController, GatewayAccount } from './auth.controller';
import { BearerGuard } from './bearer.guard';
import { ChangeFeed } from './change-feed';
import { CodesController } from './codes.controller';
import { createValidationPipe } from './create-validation-pipe';
import { ErrorFilter } from './error.filter';
import { DevicesController, PointsController, StreamController } from './points.controller';
import { ServedAlarms, ServedDevices, ServedPoints, ServedWriter } from './served-gateway';
import { StreamService } from './stream.service';
import { TokenIssuer } from './token-issuer';

/** A request may list thousands of codes. */
const BODY_LIMIT = '8mb';
/**
 * By default, Node.js closes idle connections after 5 s. On a busy machine, a client then often sends a request on a
 * connection that is just being closed.
 */
export const KEEP_ALIVE_MS = 75_000;

export interface GatewayParts {
  clock: Clock;
  account: GatewayAccount;
  tokens: TokenIssuer;
  points: ServedPoints;
  writer: ServedWriter;
  devices: ServedDevices;
  alarms: ServedAlarms;
  alarmConfigs: AlarmConfigs;
}

/** The routes with which a gateway serves its points and alarms: see docs/gateways.md. */
export const GATEWAY_ROUTES = [
  AuthController,
  PointsController,
  CodesController,
  DevicesController,
  AlarmsController,
  StreamController,
];

export function gatewayProviders(parts: GatewayParts): Provider[] {
  const { clock, points, alarms } = parts;
  return [
    { provide: Clock, useValue: clock },
    { provide: GatewayAccount, useValue: parts.account },
    { provide: TokenIssuer, useValue: parts.tokens },
    { provide: ServedPoints, useValue: points },
    { provide: ServedWriter, useValue: parts.writer },
    { provide: ServedDevices, useValue: parts.devices },
    { provide: ServedAlarms, useValue: alarms },
    { provide: AlarmConfigs, useValue: parts.alarmConfigs },
    { provide: ChangeFeed, useValue: new ChangeFeed(points, alarms) },
    StreamService,
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_PIPE, useFactory: createValidationPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ];
}

/** Starts the HTTP server of a gateway. @param port 0 selects a free port */
export async function listenAsGateway(
  module: DynamicModule,
  { port, host, logger }: { port: number; host: string; logger: Logger },
): Promise<NestExpressApplication> {
  const app = await createGateway(module, logger);
  app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
  await app.listen(port, host);
  return app;
}

/** Creates a gateway without starting its HTTP server. */
export async function createGateway(module: DynamicModule, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    logger: new NestLog(logger),
    bodyParser: false,
    forceCloseConnections: true,
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.useBodyParser('json', { limit: BODY_LIMIT });
  return app;
}
