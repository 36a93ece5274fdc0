import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';

/** How long a browser may cache a preflight. */
const PREFLIGHT_SECONDS = 600;

/**
 * Allows calls from the origin of the admin client, if one is configured. Cookies are not allowed, because clients sign
 * in by a header. Browsers block calls from other origins, because the answers to them have no CORS headers.
 */
export function allowClientOrigin(app: NestExpressApplication, clientOrigin: string | undefined): void {
  if (clientOrigin === undefined) return;
  // `origin` is spelled as browsers send it: in lower case, without the default port.
  const { origin } = new URL(clientOrigin);
  const allowed = {
    origin,
    credentials: false,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Request-Id', 'Idempotency-Key', 'Last-Event-ID'],
    exposedHeaders: [
      'X-Request-Id',
      'X-Total-Count',
      'X-Total-Count-Exact',
      'Link',
      'Retry-After',
      'Content-Disposition',
    ],
    maxAge: PREFLIGHT_SECONDS,
  };
  app.enableCors((request: Request, decide: (error: null, options: object) => void) => {
    // Caches must store one answer per origin, even if the answer allows no origin.
    request.res?.vary('Origin');
    decide(null, request.headers.origin === origin ? allowed : { origin: false });
  });
}
