import 'reflect-metadata';
import { Environment } from '@app/config';
import { ReadinessService } from '@app/domain';
import { prepareDatabase, UnusableDatabase } from '@app/entities';
import { runProcess } from '@app/processes';
import { ApiModule } from './api.module';
import { builtDescription } from './built-description';
import { firstStart } from './first-start';
import { createApi } from './http/server/create-api';

runProcess({
  name: 'The API',
  environment: Environment,
  isLasting: (error) => error instanceof UnusableDatabase,
  start: async (environment, logger) => {
    await prepareDatabase(environment.DATABASE_URL);
    const module = ApiModule.forRoot(environment);
    const { app, close } = await createApi(module, environment, logger, builtDescription());
    const readiness = app.get(ReadinessService, { strict: false });
    readiness.beginStart();
    await app.listen(environment.PORT, environment.HOST);
    const seededAdministrator = await firstStart(app, logger);
    readiness.completeStart();
    return { ready: { address: await app.getUrl(), seededAdministrator }, close };
  },
});
