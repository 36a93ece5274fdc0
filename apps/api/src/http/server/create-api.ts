import { Environment } from '@app/config';
import { ConfigurationService } from '@app/domain';
import { NestLog } from '@app/logging';
import { Metrics } from '@app/metrics';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Logger } from 'pino';
import { publishedDocument } from '../../reference/published-document';
import { BodyReaderGuard } from '../body/body-reader.guard';
import { CONSOLE_FOLDER, readConsole } from '../console/console-files';
import { CONSOLE_ROUTES, serveConsole } from '../console/serve-console';
import { checkHeaders } from './check-headers';
import { allowClientOrigin } from './cors';
import { describeApp } from '../reference/describe-app';
import { DOCUMENTATION_ROUTES, serveDocumentation } from '../reference/documentation';
import { ErrorFilter } from '../errors/error.filter';
import { FrameAdapter } from './frame-adapter';
import { requestDeadline } from '../body/request-deadline';
import { requestFrame } from './request-frame';
import { requestMetrics } from './request-metrics';
import { RequestPipe } from '../body/request.pipe';
import { ResponseWriters } from '../responses/response-writers';
import { senderLimitsOf } from './sender-limits';

export interface Api {
  app: NestExpressApplication;
  /** Finishes active requests and closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the HTTP server of `module`, with the middleware, guards and error answers that all routes share. The server
 * is ready to listen.
 * @param description the description of the routes of `module`; created if it is missing
 * @throws if a route does not describe its answer
 */
export async function createApi(
  module: Type | DynamicModule,
  environment: Environment,
  logger: Logger,
  description?: OpenAPIObject,
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
  // The guard reads bodies, so it must run after the guards of the modules.
  app.useGlobalGuards(new BodyReaderGuard(environment));
  app.use(
    requestFrame(logger, requestMetrics(app.get(Metrics, { strict: false }))),
    requestDeadline(environment.LIMIT_REQUEST_MS),
  );
  // CORS answers preflights itself, so it must follow the middleware that adds the common headers and the log line.
  allowClientOrigin(app, environment.CLIENT_ORIGIN);
  app.use(checkHeaders);

  const { routes, document } = describeApp(app, description);
  if (environment.DOCUMENTATION) serveDocumentation(app, () => publishedDocument(document));
  const console = environment.CONSOLE ? readConsole(CONSOLE_FOLDER) : null;
  if (console) {
    const logoUrl = async () => (await app.get(ConfigurationService, { strict: false }).current()).logoUrl;
    serveConsole(app, console, [...routes, ...DOCUMENTATION_ROUTES], logoUrl);
  }
  if (environment.CONSOLE && !console)
    logger.info('The console is not served, because it has not been built.');
  adapter.frame(
    [
      ...routes,
      ...(environment.DOCUMENTATION ? DOCUMENTATION_ROUTES : []),
      ...(console ? CONSOLE_ROUTES : []),
    ],
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
