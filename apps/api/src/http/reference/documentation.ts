import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import helmet from 'helmet';
import type { KnownRoute } from './known-paths';

const PATH = 'documentation';

/** Paths of the reference's pages. */
export const DOCUMENTATION_ROUTES: readonly KnownRoute[] = [
  { method: 'GET', path: `/${PATH}` },
  { method: 'GET', path: `/${PATH}/*path` },
];

/**
 * Serves the interactive reference at /documentation, and its document at /documentation/json.
 * @param document is called once, by the first request
 */
export function serveDocumentation(app: NestExpressApplication, document: () => OpenAPIObject): void {
  app.use(
    `/${PATH}`,
    helmet({
      // Allows scripts and styles of this service, inline styles that the page's script creates, and calls to this API.
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      // Every answer over TLS already has an HSTS header.
      strictTransportSecurity: false,
    }),
  );
  SwaggerModule.setup(PATH, app, document, {
    customSiteTitle: 'Plantroom API',
    jsonDocumentUrl: `${PATH}/json`,
    raw: ['json'],
  });
}
