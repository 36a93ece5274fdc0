import type { NestExpressApplication } from '@nestjs/platform-express';

/** How long a browser may keep what it was allowed. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets the admin client call from its own origin, where it has one. Sign-in is by header, so no cookies are let
 * through; every other origin gets no permission at all, and a browser keeps it out.
 */
export function allowClientOrigin(app: NestExpressApplication, origin: string | undefined): void {
  if (origin === undefined) return;
  app.enableCors({
    origin: [origin],
    credentials: false,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Request-Id', 'Idempotency-Key'],
    exposedHeaders: ['X-Request-Id', 'X-Total-Count', 'Link', 'Retry-After', 'Content-Disposition'],
    maxAge: PREFLIGHT_SECONDS,
  });
}
