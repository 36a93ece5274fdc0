import type { AddressInfo } from 'node:net';
import { CurrentUser, IotRoles, Roles, SelfOr, StreamToken } from '@app/auth';
import type { Environment } from '@app/config';
import { Actor, Clock } from '@app/kernel';
import { Body, Controller, Get, type INestApplication, Post } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { pino } from 'pino';
import { ApiModule } from '../../apps/api/src/api.module';
import { BodyReaderGuard } from '../../apps/api/src/http/body/body-reader.guard';
import { ErrorFilter } from '../../apps/api/src/http/errors/error.filter';
import { FrameAdapter } from '../../apps/api/src/http/server/frame-adapter';
import { requestFrame } from '../../apps/api/src/http/server/request-frame';
import { RequestPipe } from '../../apps/api/src/http/body/request.pipe';
import { OUTSIDE_PREFIX } from '../../apps/api/src/http/reference/describe-app';
import { settleSuccessStatuses } from '../../apps/api/src/http/reference/success-statuses';
import { type TestDatabase, openDatabase, testEnvironment } from '../harness';

/** Has one route for each kind of access. Each route returns its caller. */
@Controller('probe')
class ProbeController {
  @Get('viewer') @Roles('viewer') viewer(@CurrentUser() actor: Actor): Actor {
    return actor;
  }

  @Get('operator') @Roles('operator') operator(@CurrentUser() actor: Actor): Actor {
    return actor;
  }

  @Get('engineer') @Roles('engineer') engineer(@CurrentUser() actor: Actor): Actor {
    return actor;
  }

  @Get('admin') @Roles('admin') admin(@CurrentUser() actor: Actor): Actor {
    return actor;
  }

  @Get('users/:id') @SelfOr('admin') self(@CurrentUser() actor: Actor): Actor {
    return actor;
  }

  @Get('stream') @StreamToken() stream(@CurrentUser() actor: Actor): Actor {
    return actor;
  }

  @Post('echo') @Roles('viewer') echo(@Body() body: object): object {
    return body;
  }
}

@Controller('iot/probe')
class IotProbeController {
  @Get('operator') @IotRoles('operator') operator(@CurrentUser() actor: Actor): Actor {
    return actor;
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

export interface GuardedApiOptions {
  environment?: Partial<Environment>;
}

/** Serves the routes of the api, and the test routes, in the process of the test. */
export class GuardedApi {
  private constructor(
    readonly app: INestApplication,
    readonly database: TestDatabase,
    readonly environment: Environment,
    private readonly clock: Clock,
    private readonly options: GuardedApiOptions,
  ) {}

  static async start(clock: Clock, options: GuardedApiOptions = {}): Promise<GuardedApi> {
    return GuardedApi.serve(await openDatabase(), clock, options);
  }

  private static async serve(
    database: TestDatabase,
    clock: Clock,
    options: GuardedApiOptions,
  ): Promise<GuardedApi> {
    const { environment: overrides = {} } = options;
    const { url: DATABASE_URL, queueUrl: QUEUE_URL } = database;
    const environment = testEnvironment({ DATABASE_URL, QUEUE_URL, ...overrides });
    const module = await Test.createTestingModule({
      imports: [ApiModule.forRoot(environment)],
      controllers: [ProbeController, IotProbeController],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    const app = module.createNestApplication<NestExpressApplication>(new FrameAdapter(), {
      bodyParser: false,
      logger: false,
    });
    app.setGlobalPrefix('api', { exclude: OUTSIDE_PREFIX });
    app.set('trust proxy', environment.TRUSTED_PROXIES);
    app.use(requestFrame(pino({ level: 'silent' }), () => undefined));
    settleSuccessStatuses(app.get(ModulesContainer));
    app.useGlobalFilters(new ErrorFilter());
    app.useGlobalPipes(new RequestPipe());
    app.useGlobalGuards(new BodyReaderGuard());
    await app.listen(0, '127.0.0.1');
    return new GuardedApi(app, database, environment, clock, options);
  }

  /** Starts another api with the same database and queue. The caller closes its `app`. */
  async another(): Promise<GuardedApi> {
    return GuardedApi.serve(this.database, this.clock, this.options);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  async get(path: string, token?: string): Promise<Answer> {
    return this.send(path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  }

  async post(path: string, body: unknown, token?: string): Promise<Answer> {
    return this.postWith(token === undefined ? {} : { authorization: `Bearer ${token}` }, path, body);
  }

  /**
   * Sends a request as the proxy 127.0.0.1, on behalf of a client with this `address`. `TRUSTED_PROXIES` must contain
   * the proxy.
   */
  async postFrom(address: string, path: string, body: unknown): Promise<Answer> {
    return this.postWith({ 'x-forwarded-for': address }, path, body);
  }

  private postWith(headers: Record<string, string>, path: string, body: unknown): Promise<Answer> {
    return this.send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const { port } = this.app.getHttpServer().address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      get body() {
        return JSON.parse(text) as Record<string, unknown>;
      },
    };
  }
}
