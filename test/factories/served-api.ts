import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@app/config';
import { ReadinessService } from '@app/domain';
import { createLogger } from '@app/logging';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiModule } from '../../apps/api/src/api.module';
import { firstStart } from '../../apps/api/src/first-start';
import { createApi } from '../../apps/api/src/http/server/create-api';

/** The description of the routes, which only the build can create. */
const DESCRIPTION = join(__dirname, '..', '..', 'dist', 'bundle', 'api-routes.json');
const describeRoutes = () => JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as OpenAPIObject;

/** Serves the api in the process of the test, as its own process does. This takes a fraction of the time of a process. */
export class ServedApi {
  private written = '';
  private close: () => Promise<void> = async () => {};
  address = '';

  constructor(private readonly environment: Environment) {}

  /** The lines of the log so far. */
  get log(): string {
    return this.written;
  }

  async start(): Promise<this> {
    const { environment } = this;
    const logger = createLogger(environment.LOG_LEVEL, { write: (line) => (this.written += line) });
    const module = ApiModule.forRoot(environment);
    const { app, close } = await createApi(module, environment, logger, describeRoutes());
    this.close = close;
    const readiness = app.get(ReadinessService, { strict: false });
    readiness.beginStart();
    await app.listen(environment.PORT, environment.HOST);
    await firstStart(app, logger);
    readiness.completeStart();
    this.address = await app.getUrl();
    return this;
  }

  stop(): Promise<void> {
    return this.close();
  }
}
