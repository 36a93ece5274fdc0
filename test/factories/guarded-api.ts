import type { AddressInfo } from 'node:net';
import { AccessModule, CurrentUser, Roles, SelfOr, StreamToken } from '@app/auth';
import { ConfigModule, type Environment } from '@app/config';
import { DatabaseModule } from '@app/entities';
import { Actor, Clock } from '@app/kernel';
import { Body, Controller, Get, type INestApplication, Post } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AuthModule } from '../../apps/api/src/features/auth/auth.module';
import { BodyReader } from '../../apps/api/src/http/body-reader.guard';
import { ErrorFilter } from '../../apps/api/src/http/error.filter';
import { RequestPipe } from '../../apps/api/src/http/request.pipe';
import { type TestDatabase, openDatabase, testEnvironment } from '../harness';

/** A route for each way of saying who may call it; each answers with who did. */
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

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

/** The sign-in routes and the guard as the api has them, with routes to try the guard on. */
export class GuardedApi {
  private constructor(
    readonly app: INestApplication,
    readonly database: TestDatabase,
    readonly environment: Environment,
  ) {}

  static async start(clock: Clock): Promise<GuardedApi> {
    const database = await openDatabase();
    const environment = testEnvironment({ DATABASE_URL: database.url });
    const module = await Test.createTestingModule({
      imports: [ConfigModule.forRoot(environment), DatabaseModule, AccessModule, AuthModule],
      controllers: [ProbeController],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    const app = module.createNestApplication({ bodyParser: false, logger: false });
    app.setGlobalPrefix('api');
    app.useGlobalFilters(new ErrorFilter());
    app.useGlobalPipes(new RequestPipe());
    app.useGlobalGuards(new BodyReader());
    await app.listen(0, '127.0.0.1');
    return new GuardedApi(app, database, environment);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  async get(path: string, token?: string): Promise<Answer> {
    return this.send(path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  }

  async post(path: string, body: unknown, token?: string): Promise<Answer> {
    return this.send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
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
      body: JSON.parse(text) as Record<string, unknown>,
    };
  }
}
