import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 50;

/**
 * A reverse proxy that sends each request to the next ready backend. It never repeats a request. If a request fails,
 * the client gets a 502.
 */
export class ReadinessProxy {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private readonly checks: NodeJS.Timeout;
  private ready: string[] = [];
  private checksBegun = 0;
  /** The number of the check whose result applies. */
  private appliedCheck = 0;
  private turn = 0;

  private constructor(private readonly backends: () => string[]) {
    this.server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
    this.checks = setInterval(() => void this.check(), CHECK_EVERY_MS);
  }

  /** @param backends returns the backends; it is called before each readiness check */
  static async before(backends: () => string[]): Promise<ReadinessProxy> {
    const proxy = new ReadinessProxy(backends);
    await proxy.check();
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns true if the proxy currently sends requests to this backend. */
  uses(backend: string): boolean {
    return this.ready.includes(backend);
  }

  stop(): void {
    clearInterval(this.checks);
    this.agent.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }

  private async check(): Promise<void> {
    const number = ++this.checksBegun;
    const checked = await Promise.all(
      this.backends().map(async (backend) => {
        const answer = await fetch(`${backend}/health/ready`).catch(() => null);
        await answer?.arrayBuffer();
        return answer?.status === 200 ? [backend] : [];
      }),
    );
    // On a busy machine, a check can end after a later one. Its result is then outdated.
    if (number < this.appliedCheck) return;
    this.appliedCheck = number;
    this.ready = checked.flat();
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const backend = this.ready[this.turn++ % this.ready.length];
    const fail = (): void => void outgoing.writeHead(502).end();
    if (backend === undefined) return fail();
    const { method, url, headers } = incoming;
    const passed = request(`${backend}${url}`, { method, agent: this.agent, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    incoming.pipe(passed.on('error', fail));
  }
}
