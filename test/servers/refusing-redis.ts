import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server that responds to every command as Redis does after a wrong password. */
export class RefusingRedis {
  /** The number of attempts to authenticate. */
  attempts = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<RefusingRedis> {
    const server = createServer((socket) => redis.serve(socket));
    const redis = new RefusingRedis(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return redis;
  }

  url(password: string): string {
    const { port } = this.server.address() as AddressInfo;
    return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}/0`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk) => {
      const commands = [...String(chunk).matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)/gm)];
      this.attempts += commands.filter(([, name]) => name?.toUpperCase() === 'AUTH').length;
      const refusal = '-WRONGPASS invalid username-password pair or user is disabled.\r\n';
      socket.write(refusal.repeat(commands.length));
    });
  }
}
