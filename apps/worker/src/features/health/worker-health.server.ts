import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Environment } from '@app/config';
import { ReadinessService } from '@app/domain';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** Answers `/health/live` and `/health/ready`: the only HTTP that a worker speaks. */
@Injectable()
export class WorkerHealthServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly server = createServer((request, response) => void this.answer(request, response));

  constructor(
    private readonly readiness: ReadinessService,
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

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url?.split('?')[0];
    if (method !== 'GET')
      return send(response, 405, { error: 'Only GET is served here.', code: 'method_not_allowed' });
    if (path === '/health/live') return send(response, 200, { status: 'live' });
    if (path !== '/health/ready') return send(response, 404, { error: 'Not found.', code: 'not_found' });
    const readiness = await this.readiness.readiness();
    send(response, readiness.status === 'ready' ? 200 : 503, readiness);
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
