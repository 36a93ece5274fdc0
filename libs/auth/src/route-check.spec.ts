import { EnvironmentModule, Environment } from '@app/config';
import { Controller, Get, type INestApplication, Post, Put, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AccessModule } from './access.module';
import { PUBLIC_ROUTES } from './public-routes';
import { IotRoles, Public, Roles, Self, SelfOr, StreamToken } from './route-access';
import { RouteInventory } from './route-inventory';

describe('the check of routes at start-up', () => {
  const environment = Object.assign(new Environment(), { JWT_SECRET: 's'.repeat(32) });
  let app: INestApplication | undefined;

  afterEach(() => app?.close());

  async function start(...controllers: Type[]): Promise<RouteInventory> {
    const module = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(environment), AccessModule],
      controllers,
    })
      // The check does not need a database, so the services that would read it are mocked.
      .useMocker(() => ({}))
      .compile();
    app = module.createNestApplication({ logger: false });
    app.setGlobalPrefix('api', { exclude: ['health/live'] });
    await app.init();
    return app.get(RouteInventory);
  }

  it("accepts routes that all declare their access, and lists them with the router's paths", async () => {
    @Controller('users')
    class UsersController {
      @Get() @Roles('admin') list(): void {}
      @Get(':id') @SelfOr('admin') find(): void {}
    }
    @Controller()
    class MixedController {
      @Get('events') @StreamToken() events(): void {}
      @Get(['sse', 'stream']) @StreamToken() alias(): void {}
      @Post('auth/login') @Public() login(): void {}
      @Post('webhook/:anything') @Public() webhook(): void {}
      @Get('health/live') @Public() live(): void {}
    }

    const routes = (await start(UsersController, MixedController)).list();

    expect(routes).toEqual([
      {
        method: 'GET',
        path: '/api/users',
        handler: 'UsersController.list',
        access: { kind: 'role', lowest: 'admin' },
      },
      {
        method: 'GET',
        path: '/api/users/:id',
        handler: 'UsersController.find',
        access: { kind: 'self_or', lowest: 'admin' },
      },
      expect.objectContaining({ path: '/api/events', access: { kind: 'stream_token' } }),
      expect.objectContaining({ path: '/api/sse' }),
      expect.objectContaining({ path: '/api/stream' }),
      expect.objectContaining({ path: '/api/auth/login', access: { kind: 'public' } }),
      expect.objectContaining({ path: '/api/webhook/:anything' }),
      expect.objectContaining({ path: '/health/live' }),
    ]);
  });

  it('refuses a route that does not declare its access', async () => {
    @Controller('meters')
    class MetersController {
      @Get() @Roles('viewer') list(): void {}
      @Post() create(): void {}
    }
    await expect(start(MetersController)).rejects.toThrow(
      'POST /api/meters (MetersController.create) does not declare who may call it.',
    );
  });

  it('accepts tokens of the IoT proxy only on routes below /api/iot/', async () => {
    @Controller('iot/codes')
    class CodesController {
      @Post('values') @IotRoles('viewer') values(): void {}
    }
    await expect(start(CodesController)).resolves.toBeDefined();
    @Controller('iotx/codes')
    class OtherController {
      @Post('values') @IotRoles('viewer') values(): void {}
    }
    await expect(start(OtherController)).rejects.toThrow(
      'POST /api/iotx/codes/values (OtherController.values) accepts tokens of the IoT proxy, but is not below /api/iot/.',
    );
  });

  it('lists every invalid route in its error', async () => {
    @Controller('meters')
    class MetersController {
      @Get() list(): void {}
      @Post() create(): void {}
    }
    await expect(start(MetersController)).rejects.toThrow(/GET \/api\/meters .* POST \/api\/meters /);
  });

  it.each([
    ['another path', 'auth/login-history', 'POST'],
    ['a longer path', 'auth/login/history', 'POST'],
    ['another method', 'auth/login', 'GET'],
    ['a wider path', 'public/:name', 'GET'],
  ] as const)(
    'refuses a public route that is not on the list of public routes: %s',
    async (_, path, method) => {
      const Method = method === 'GET' ? Get : Post;
      @Controller()
      class StrayController {
        @Method(path) @Public() stray(): void {}
      }
      await expect(start(StrayController)).rejects.toThrow('is not on the list of public routes');
    },
  );

  it.each(['auth/login', 'auth/:anything', 'webhook/rotate'])(
    'refuses a protected route that matches a public path: %s',
    async (path) => {
      @Controller()
      class ShadowController {
        @Post(path) @Roles('viewer') shadow(): void {}
      }
      await expect(start(ShadowController)).rejects.toThrow('is not marked public');
    },
  );

  it.each([
    ['the user or an administrator', SelfOr('admin')],
    ['only that user', Self()],
  ])(
    'refuses a route that is restricted to the user ":id" but has no ":id" in its path: %s',
    async (_, access) => {
      @Controller('users')
      class UsersController {
        @Get(':userId/friends') @access find(): void {}
      }
      await expect(start(UsersController)).rejects.toThrow('but its path has no ":id"');
    },
  );

  it('accepts a protected route that has only one concrete path in common with a public route', async () => {
    @Controller('workflows')
    class WorkflowsController {
      @Post('resume/:token') @Public() resume(): void {}
      @Post(':id/trigger') @Roles('operator') trigger(): void {}
    }
    expect(await start(WorkflowsController)).toBeDefined();
  });

  it('lists who may call each route, and the public routes that no controller serves', async () => {
    @Controller()
    class MixedController {
      @Post('alerts') @Roles('operator') create(): void {}
      @Get('alerts') @Roles('viewer') list(): void {}
      @Get('events') @StreamToken() events(): void {}
      @Post('auth/login') @Public() login(): void {}
      @Post('auth/logout') @Roles('viewer') logout(): void {}
      @Get('users/:id') @SelfOr('admin') find(): void {}
      @Put('users/:id/password') @Self() change(): void {}
    }
    const table = (await start(MixedController)).permissions();
    expect(table.filter(({ access }) => access !== 'public')).toEqual([
      { method: 'GET', path: '/api/alerts', access: 'viewer', apiKeys: true },
      { method: 'POST', path: '/api/alerts', access: 'operator', apiKeys: true },
      { method: 'POST', path: '/api/auth/logout', access: 'viewer', apiKeys: false },
      { method: 'GET', path: '/api/events', access: 'stream token', apiKeys: false },
      { method: 'GET', path: '/api/users/:id', access: 'self or admin', apiKeys: false },
      { method: 'PUT', path: '/api/users/:id/password', access: 'self', apiKeys: false },
    ]);
    const open = table
      .filter(({ access }) => access === 'public')
      .map(({ method, path }) => ({ method, path }));
    expect(open).toHaveLength(PUBLIC_ROUTES.length);
    expect(open).toEqual(expect.arrayContaining([...PUBLIC_ROUTES]));
  });

  it('refuses a route with two access decorators', () => {
    const handler = { value: () => undefined };
    Roles('admin')({}, 'twice', handler);
    expect(() => Public()({}, 'twice', handler)).toThrow('twice has more than one access decorator');
  });
});
