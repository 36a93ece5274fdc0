/** A server with one route, which has the same middleware, guards and log line as the routes of the api. */
import { createRequire } from 'node:module';
import { built } from './built.mjs';
import { declareRoute, ReportsController } from './post-route.mjs';

const require = createRequire(import.meta.url);
const { Module } = require('@nestjs/common');
const { DataSource } = require('typeorm');
const { AccessModule, AccessTokens, Roles } = built('libs/auth/src');
const { EnvironmentModule, Environment } = built('libs/config/src');
const { MetricsModule } = built('libs/metrics/src');
const { DatabaseModule, prepareDatabase, UserEntity } = built('libs/entities/src');
const { runProcess } = built('libs/processes/src');
const { createApi } = built('apps/api/src/http/server/create-api.js');

declareRoute(Roles('viewer'));

runProcess({
  name: 'The framed route',
  environment: Environment,
  start: async (environment, logger) => {
    await prepareDatabase(environment.DATABASE_URL);
    const { app, close } = await createApi(moduleOf(environment), environment, logger);
    await app.listen(environment.PORT, environment.HOST);
    const { id, username } = await makeUser(app.get(DataSource).manager);
    const accessToken = app.get(AccessTokens, { strict: false }).sign({ userId: id, username });
    return { ready: { address: await app.getUrl(), path: '/api/bench-reports', accessToken }, close };
  },
});

function moduleOf(environment) {
  class FramedModule {}
  Module({
    imports: [EnvironmentModule.forRoot(environment), DatabaseModule, AccessModule, MetricsModule],
    controllers: [ReportsController],
  })(FramedModule);
  return FramedModule;
}

/** Creates a user for this process. Several processes share the database, so each one needs a different name. */
function makeUser(manager) {
  const username = `viewer-${process.pid}`;
  const email = `${username}@localhost`;
  return manager.save(
    manager.create(UserEntity, {
      username,
      usernameFolded: username,
      email,
      emailFolded: email,
      passwordHash: null,
      role: 'viewer',
      avatarFile: null,
      createdAt: new Date(),
      lastLoginAt: null,
    }),
  );
}
