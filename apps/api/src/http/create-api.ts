import { Environment } from '@app/config';
import { NestLog } from '@app/logging';
import { Metrics } from '@app/metrics';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { publishedDocument } from '../reference/published-document';
import { BodyReader } from './body-reader.guard';
import { checkHeaders } from './check-headers';
import { allowClientOrigin } from './cors';
import { describeApp } from './describe-app';
import { DOCUMENTATION_ROUTES, serveDocumentation } from './documentation';
import { ErrorFilter } from './error.filter';
import { FrameAdapter } from './frame-adapter';
import { requestDeadline } from './request-deadline';
import { requestFrame } from './request-frame';
import { requestMetrics } from './request-metrics';
import { RequestPipe } from './request.pipe';
import { ResponseWriters } from './response-writers';
import { senderLimitsOf } from './sender-limits';

export interface Api {
  app: NestExpressApplication;
  /** Finishes what is under way and lets go of everything. */
  readonly close: () => Promise<void>;
}

/**
 * The HTTP server of `module` in the frame that all routes share: ready to listen.
 * @throws where a route does not say what it answers
 */
export async function createApi(
  module: Type | DynamicModule,
  environment: Environment,
  logger: Logger,
): Promise<Api> {
  const adapter = new FrameAdapter(senderLimitsOf(environment));
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLog(logger),
  });
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', environment.TRUSTED_PROXIES);
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new RequestPipe());
  // Comes after the guards that modules provide.
  app.useGlobalGuards(new BodyReader(environment));
  app.use(
    requestFrame(logger, requestMetrics(app.get(Metrics, { strict: false }))),
    requestDeadline(environment.LIMIT_REQUEST_MS),
  );
  // Answers preflights itself: after what gives every answer its headers and its line in the log.
  allowClientOrigin(app, environment.CLIENT_ORIGIN);
  app.use(checkHeaders);

  const { routes, document } = describeApp(app);
  if (environment.DOCUMENTATION) serveDocumentation(app, publishedDocument(document));
  adapter.frame(
    environment.DOCUMENTATION ? [...routes, ...DOCUMENTATION_ROUTES] : routes,
    new ResponseWriters(document, routes),
  );
  await app.init();
  const close = async (): Promise<void> => {
    await adapter.drain(environment.SHUTDOWN_DELAY_MS);
    const ended = adapter.stopListening();
    await app.close();
    await ended;
  };
  return { app, close };
}
