import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@app/kernel';
import { END_MS } from '@app/processes';
import { HttpException, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import { createExpressServer } from './express-server';
import { type KnownRoute, allowedMethods } from '../reference/known-paths';
import type { ResponseWriters } from '../responses/response-writers';
import { limitSenders, type SenderLimits, timeoutOptions } from './sender-limits';

/** Time limit for active requests, from the start of the shutdown. The rest of `END_MS` is for closing services. */
const REQUESTS_MS = END_MS - 2500;
/** How long a request may still arrive on an open connection after the listener was closed. */
const ARRIVAL_MS = 5000;
const LOOK_EVERY_MS = 100;

/**
 * Extends Nest's adapter for Express. It replaces the serialization, the answers for unknown paths, and the shutdown.
 */
export class FrameAdapter extends ExpressAdapter {
  private routes: readonly KnownRoute[] = [];
  private writers: ResponseWriters | null = null;
  private closed: Promise<void> | undefined;
  /** When the shutdown began, by the monotonic clock. */
  private drainingSinceMs: number | undefined;
  private unanswered = 0;

  /** @param limits if omitted, Node's own limits apply */
  constructor(private readonly limits?: SenderLimits) {
    super();
  }

  /** Must be called when the routes are known, and before the application is initialised. */
  frame(routes: readonly KnownRoute[], writers: ResponseWriters): void {
    this.routes = routes;
    this.writers = writers;
  }

  override initHttpServer(): void {
    const { limits } = this;
    const server = createExpressServer(this.getInstance<Express>(), {
      ...(limits && timeoutOptions(limits)),
      // `checkHeaders` refuses a request without a `Host` header and sends the reason, which Node would not send.
      requireHostHeader: false,
    });
    if (limits) limitSenders(server, limits);
    server.prependListener('request', (_request, response) => {
      if (this.isDraining) response.shouldKeepAlive = false;
      this.unanswered++;
      response.once('close', this.onAnswered);
    });
    this.httpServer = server;
  }

  /** True once the shutdown has begun: the process is not ready, but still serves requests. */
  get isDraining(): boolean {
    return this.drainingSinceMs !== undefined;
  }

  /**
   * Continues to serve requests for `delayMs`, so that proxies have time to notice that this process is not ready. Each
   * answer closes its connection, so the client's next request goes to another process.
   */
  async drain(delayMs: number): Promise<void> {
    this.drainingSinceMs = performance.now();
    await delay(delayMs);
  }

  /** Serializes the return value of a route by its schema in the reference. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    // The deadline has already sent an answer.
    if (response.headersSent) return response;
    const write = this.writers?.writerFor(response.req);
    if (!write || body instanceof StreamableFile) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.status(statusCode);
    return write(body, response);
  }

  /** Handles unknown paths everywhere. Nest's own handler covers only paths with the prefix. */
  override setNotFoundHandler(): this {
    return this.use((request: Request, response: Response, next: NextFunction) => {
      const allowed = allowedMethods(this.routes, request.path);
      // A known path also gets a 404 if its route calls `next()`, for example for a missing file of the reference.
      if (allowed.length === 0 || isAnswered(request.method, allowed)) {
        next(DomainError.notFound('This path'));
        return;
      }
      response.setHeader('Allow', allowed.join(', '));
      if (request.method === 'OPTIONS') response.status(204).end();
      else next(new HttpException(`This path does not support the method ${request.method}.`, 405));
    }) as this;
  }

  /** Errors of Express and its parsers reach the filter unchanged. */
  override mapException(error: unknown): unknown {
    return error;
  }

  /** Accepts no more connections, so that no request arrives while services are being closed. */
  stopListening(): Promise<void> {
    this.closed ??= new Promise((resolve) => {
      (this.getHttpServer() as Server).close(() => resolve());
    });
    return this.closed;
  }

  /**
   * Waits for active requests, at most until `REQUESTS_MS` after the start of the shutdown. Then closes all
   * connections.
   */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    const closingSinceMs = performance.now();
    const requestsEndMs = (this.drainingSinceMs ?? closingSinceMs) + REQUESTS_MS;
    const look = setInterval(() => {
      const isOver = performance.now() >= requestsEndMs;
      const isUnused = this.unanswered === 0 && performance.now() >= closingSinceMs + ARRIVAL_MS;
      if (isOver || isUnused) server.closeAllConnections();
      else server.closeIdleConnections();
    }, LOOK_EVERY_MS);
    await this.stopListening();
    clearInterval(look);
  }

  private readonly onAnswered = (): void => {
    this.unanswered--;
  };
}

/** Returns true if a route at the path handles the method. No route handles OPTIONS, although `allowed` lists it. */
function isAnswered(method: string, allowed: readonly string[]): boolean {
  return method !== 'OPTIONS' && allowed.includes(method);
}
