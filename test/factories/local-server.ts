import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A web server on all addresses of this machine. It records the requests. */
export class LocalServer {
  readonly received: ReceivedRequest[] = [];
  /** The number of connections, including connections without a request. */
  connections = 0;

  private constructor(readonly server: Server) {
    server.on('connection', () => this.connections++);
  }

  static async start(answer: RequestListener): Promise<LocalServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        local.received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    });
    const local = new LocalServer(server);
    // A busy machine may pause for longer than the usual 5 s, and then use a connection that is just being closed.
    server.keepAliveTimeout = 75_000;
    server.listen(0, '::');
    await once(server, 'listening');
    return local;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
