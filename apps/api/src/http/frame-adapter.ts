import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@app/kernel';
import { HttpException, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import { createExpressServer } from './express-server';
import { type KnownRoute, allowedMethods } from './known-paths';
import type { ResponseWriters } from './response-writers';
import { limitSenders, type SenderLimits, timeoutOptions } from './sender-limits';

/** How long requests that are under way at the end may take. */
const DRAIN_MS = 5000;
const LOOK_EVERY_MS = 100;

/** Nest's adapter for Express, where it writes answers, meets unknown paths, and closes. */
export class FrameAdapter extends ExpressAdapter {
  private routes: readonly KnownRoute[] = [];
  private writers: ResponseWriters | null = null;
  private closed: Promise<void> | undefined;
  private draining = false;

  /** @param limits without them Node's own hold */
  constructor(private readonly limits?: SenderLimits) {
    super();
  }

  /** To be called once the routes are known, before the application is initialised. */
  frame(routes: readonly KnownRoute[], writers: ResponseWriters): void {
    this.routes = routes;
    this.writers = writers;
  }

  override initHttpServer(): void {
    const { limits } = this;
    const server = createExpressServer(this.getInstance<Express>(), {
      ...(limits && timeoutOptions(limits)),
      // `checkHeaders` refuses a request without it, with a body that says why.
      requireHostHeader: false,
    });
    if (limits) limitSenders(server, limits);
    server.prependListener('request', (_request, response) => {
      if (this.draining) response.shouldKeepAlive = false;
    });
    this.httpServer = server;
  }

  /** True once the process is about to end: it is not ready any more, and serves who comes nevertheless. */
  get isDraining(): boolean {
    return this.draining;
  }

  /**
   * Gives proxies `delayMs` to learn that this process is not ready, while it goes on to serve. Each answer closes its
   * connection, so that the next request goes to another process.
   */
  async drain(delayMs: number): Promise<void> {
    this.draining = true;
    await delay(delayMs);
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
      // Also where a route passed the request on: a file of the reference that is not there.
      if (allowed.length === 0 || isAnswered(request.method, allowed)) {
        next(DomainError.notFound('This path'));
        return;
      }
      response.setHeader('Allow', allowed.join(', '));
      if (request.method === 'OPTIONS') response.status(204).end();
      else next(new HttpException(`This path does not answer ${request.method}.`, 405));
    }) as this;
  }

  /** Errors of Express and its parsers reach the filter as they are. */
  override mapException(error: unknown): unknown {
    return error;
  }

  /** Takes no connection any more, so that nobody comes in while the rest is being closed. */
  stopListening(): Promise<void> {
    this.closed ??= new Promise((resolve) => {
      (this.getHttpServer() as Server).close(() => resolve());
    });
    return this.closed;
  }

  /** Lets requests finish that are under way, then closes what is left: streams, connections kept alive. */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await this.stopListening();
    clearInterval(idle);
    clearTimeout(limit);
  }
}

/** OPTIONS is answered by nobody but this adapter. */
function isAnswered(method: string, allowed: readonly string[]): boolean {
  return method !== 'OPTIONS' && allowed.includes(method);
}
