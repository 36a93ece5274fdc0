import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Stands between a client and a server, so that a test can take the line away and give it back. */
export class TcpRelay {
  /** Each open socket with the one on the other side. */
  private readonly sockets = new Map<Socket, Socket>();
  private readonly abandoned = new WeakSet<Socket>();
  private server: Server;
  private port = 0;
  private frozen = false;
  private swallowing = false;
  private nextAnswer: 'reset' | 'silent' | undefined;
  private losing: { statement: RegExp; times: number } | undefined;

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
    for (const socket of this.sockets.keys()) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    this.server = createServer((client) => this.join(client)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Holds all bytes in both directions until `pass`: what is asked stays unanswered. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets.keys()) socket.unpipe();
  }

  /** How many bytes were lost by `swallow` and `abandon`. */
  lostBytes = 0;

  /** Loses all bytes in both directions until `pass`, like a broken network: every connection stays open, new ones too. */
  swallow(): void {
    this.swallowing = true;
    for (const socket of this.sockets.keys()) this.lose(socket);
  }

  pass(): void {
    this.swallowing = false;
    this.frozen = false;
    for (const [socket, other] of this.sockets) {
      if (this.abandoned.has(socket)) continue;
      socket.off('data', this.count).pipe(other);
    }
  }

  /** Loses all bytes of the present connections for good, like a NAT that forgot them. New connections work. */
  abandon(): void {
    for (const socket of this.sockets.keys()) this.abandoned.add(this.lose(socket));
  }

  /** Passes half of the next bytes that the server sends, then resets the connection or, if `silent`, passes no more. */
  cutNextAnswer(how: 'reset' | 'silent'): void {
    this.nextAnswer = how;
  }

  private readonly count = (chunk: Buffer) => void (this.lostBytes += chunk.length);

  private lose(socket: Socket): Socket {
    return socket.unpipe().off('data', this.count).on('data', this.count).resume();
  }

  private halve(upstream: Socket, client: Socket): void {
    upstream.on('data', (chunk: Buffer) => {
      const how = this.nextAnswer;
      if (!how) return;
      this.nextAnswer = undefined;
      upstream.unpipe(client).resume();
      client.write(
        chunk.subarray(0, Math.ceil(chunk.length / 2)),
        () => how === 'reset' && client.resetAndDestroy(),
      );
    });
  }

  /**
   * Lets the server execute a statement and breaks the connection when its answer arrives, which the client never gets.
   * @param statement matches a part of its text, of at most 64 characters
   * @param times of how many executions the answer is lost, from now on
   */
  loseAnswers(statement: RegExp, times = 1): void {
    this.losing = { statement, times };
  }

  /** Answers that `loseAnswers` has still to lose. */
  get answersToLose(): number {
    return this.losing?.times ?? 0;
  }

  private watch(client: Socket, upstream: Socket): void {
    let seen = '';
    client.on('data', (chunk: Buffer) => {
      const { losing } = this;
      if (!losing || losing.times === 0) return;
      seen += chunk.toString('latin1');
      if (!losing.statement.test(seen)) {
        seen = seen.slice(-64);
        return;
      }
      losing.times--;
      seen = '';
      upstream.unpipe(client);
      upstream.once('data', () => upstream.destroy());
      upstream.resume();
    });
  }

  private join(client: Socket): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    // Before the pipes: it may take a chunk away from them.
    this.halve(upstream, client);
    const ends = [client, upstream] as const;
    this.watch(client, upstream);
    for (const [end, other] of [ends, ends.toReversed() as [Socket, Socket]]) {
      this.sockets.set(end, other);
      end.on('error', () => undefined);
      end.on('close', () => {
        this.sockets.delete(end);
        other.destroy();
      });
      if (this.swallowing) this.lose(end);
      else if (!this.frozen) end.pipe(other);
    }
  }
}
