import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';

/** How long a browser may keep what it was allowed. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets the admin client call from its own origin, where it has one. Sign-in is by header, so no cookies are let
 * through; every other origin is answered as if nobody could be allowed anything, and a browser keeps it out.
 */
export function allowClientOrigin(app: NestExpressApplication, clientOrigin: string | undefined): void {
  if (clientOrigin === undefined) return;
  // As browsers spell it: in lower case, without the port that goes without saying.
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
    // Answers differ by origin, those too that allow nothing.
    request.res?.vary('Origin');
    decide(null, request.headers.origin === origin ? allowed : { origin: false });
  });
}
