import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Stands between a client and a server, so that a test can take the line away and give it back. */
export class TcpRelay {
  private readonly sockets = new Set<Socket>();
  private server: Server;
  private port = 0;
  private frozen = false;

  private constructor(private readonly target: URL) {}

  /** @param url of what is to be reached: `postgres://postgres@127.0.0.1:5432/name` */
  static async before(url: string): Promise<TcpRelay> {
    const relay = new TcpRelay(new URL(url));
    await relay.mend();
    return relay;
  }

  /** The same as the target's, by way of the relay. It stays right over `cut` and `mend`. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String(this.port);
    return url.toString();
  }

  /** Whether somebody has a connection. */
  get isUsed(): boolean {
    return this.sockets.size > 0;
  }

  /** Breaks every connection and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    this.server = createServer((client) => this.join(client)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Breaks nothing and passes nothing on, from now on and for good: what is asked stays unanswered. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.unpipe();
  }

  private join(client: Socket): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    const ends = [client, upstream] as const;
    for (const [end, other] of [ends, ends.toReversed() as [Socket, Socket]]) {
      this.sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        this.sockets.delete(end);
        other.destroy();
      });
      if (!this.frozen) end.pipe(other);
    }
  }
}
