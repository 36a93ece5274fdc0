import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Environment } from '@app/config';
import { mayScrape, Metrics, SCRAPE_REFUSAL } from '@app/metrics';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkerReadiness } from './worker-readiness';

/** Serves `/health/live`, `/health/ready` and `/metrics`. A worker serves no other HTTP. */
@Injectable()
export class WorkerHealthServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(WorkerHealthServer.name);
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => this.fail(response, error));
  });

  constructor(
    private readonly readiness: WorkerReadiness,
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  get address(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://${this.environment.HOST}:${port}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.environment.WORKER_HEALTH_PORT, this.environment.HOST, resolve);
    });
  }

  async onModuleDestroy(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    const path = url?.split('?')[0];
    if (method !== 'GET')
      return send(response, 405, {
        error: 'This server answers only GET requests.',
        code: 'method_not_allowed',
      });
    if (path === '/health/live') return send(response, 200, { status: 'live' });
    if (path === '/metrics') return this.answerMetrics(request, response);
    if (path !== '/health/ready') return send(response, 404, { error: 'Not found.', code: 'not_found' });
    const readiness = await this.readiness.readiness();
    send(response, readiness.status === 'ready' ? 200 : 503, readiness);
  }

  /** Answers a failed request. If nothing handled the error, the unhandled rejection would end the worker. */
  private fail(response: ServerResponse, error: unknown): void {
    this.logger.error({ err: error }, 'A request for health or metrics failed.');
    if (response.headersSent) response.destroy();
    else send(response, 500, { error: 'The request failed.', code: 'internal_error' });
  }

  private async answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!mayScrape(request, this.environment)) {
      return send(response, 403, { error: SCRAPE_REFUSAL, code: 'metrics_forbidden' });
    }
    const text = await this.metrics.text();
    response.writeHead(200, { 'Content-Type': this.metrics.contentType }).end(text);
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

export const healthProviders = [WorkerHealthServer, WorkerReadiness];
