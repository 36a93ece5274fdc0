import 'reflect-metadata';
import { Environment } from '@app/config';
import { prepareDatabase, UnusableDatabase } from '@app/entities';
import { NestLog } from '@app/logging';
import { runProcess } from '@app/processes';
import { NestFactory } from '@nestjs/core';
import { WorkerHealthServer } from './features/health/worker-health.server';
import { WorkerShutdown } from './worker-shutdown';
import { WorkerModule } from './worker.module';

runProcess({
  name: 'The worker',
  environment: Environment,
  isLasting: (error) => error instanceof UnusableDatabase,
  async start(environment, logger) {
    await prepareDatabase(environment.DATABASE_URL);
    const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(environment), {
      logger: new NestLog(logger),
      abortOnError: false,
    });
    const close = (): Promise<void> => app.get(WorkerShutdown).end(() => app.close());
    return { ready: { address: app.get(WorkerHealthServer).address }, close };
  },
});
