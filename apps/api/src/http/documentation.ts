import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import helmet from 'helmet';
import type { KnownRoute } from './known-paths';

const PATH = 'documentation';

/** What the pages of the reference are found at. */
export const DOCUMENTATION_ROUTES: readonly KnownRoute[] = [
  { method: 'GET', path: `/${PATH}` },
  { method: 'GET', path: `/${PATH}/*path` },
];

/** Serves the interactive reference at /documentation, and the document that it shows at /documentation/json. */
export function serveDocumentation(app: NestExpressApplication, document: OpenAPIObject): void {
  app.use(
    `/${PATH}`,
    helmet({
      // Its own scripts and styles from here, styles that its script writes into the page, calls to this API.
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
      // Every answer has it already that came by TLS.
      strictTransportSecurity: false,
    }),
  );
  SwaggerModule.setup(PATH, app, document, {
    customSiteTitle: 'Plantroom API',
    jsonDocumentUrl: `${PATH}/json`,
    raw: ['json'],
  });
}
