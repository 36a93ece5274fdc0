import type { Server } from 'node:http';
import { DomainError } from '@app/kernel';
import { HttpException, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { type KnownRoute, allowedMethods } from './known-paths';
import type { ResponseWriters } from './response-writers';

/** How long requests that are under way at the end may take. */
const DRAIN_MS = 5000;
const LOOK_EVERY_MS = 100;

/** Nest's adapter for Express, where it writes answers, meets unknown paths, and closes. */
export class FrameAdapter extends ExpressAdapter {
  private routes: readonly KnownRoute[] = [];
  private writers: ResponseWriters | null = null;

  /** To be called once the routes are known, before the application is initialised. */
  frame(routes: readonly KnownRoute[], writers: ResponseWriters): void {
    this.routes = routes;
    this.writers = writers;
  }

  /** Writes what a route returned by the schema that the reference shows for it. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    // The deadline has answered already.
    if (response.headersSent) return response;
    const write = this.writers?.writerFor(response.req);
    if (!write || body instanceof StreamableFile) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.status(statusCode);
    return write(body, response);
  }

  /** One for all paths; Nest's own knows of those below its prefix alone. */
  override setNotFoundHandler(): this {
    return this.use((request: Request, response: Response, next: NextFunction) => {
      const allowed = allowedMethods(this.routes, request.path);
      if (allowed.length > 0) response.setHeader('Allow', allowed.join(', '));
      if (allowed.length > 0 && request.method === 'OPTIONS') response.status(204).end();
      else next(allowed.length > 0 ? notAllowed(request.method) : DomainError.notFound('This path'));
    }) as this;
  }

  /** Errors of Express and its parsers reach the filter as they are. */
  override mapException(error: unknown): unknown {
    return error;
  }

  /** Lets requests finish that are under way, then closes what is left: streams, connections kept alive. */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(limit);
  }
}

function notAllowed(method: string): HttpException {
  return new HttpException(`This path does not answer ${method}.`, 405);
}
