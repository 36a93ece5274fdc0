import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { Transform, type Writable } from 'node:stream';

/** A relay between a client and a server. A test uses it to interrupt and restore the connection. */
export class TcpRelay {
  /** For each open socket, the stream to which its bytes are forwarded. */
  private readonly sockets = new Map<Socket, Writable>();
  private readonly abandoned = new WeakSet<Socket>();
  private server: Server;
  private port = 0;
  private frozen = false;
  private swallowing = false;
  private nextAnswer: 'reset' | 'silent' | undefined;
  private changeOfNextAnswer: ((bytes: Buffer) => Buffer) | undefined;
  private losing: { statements: readonly RegExp[]; times: number } | undefined;
  private holding: { statements: readonly RegExp[]; isHeld: () => void } | undefined;

  private constructor(private readonly target: URL) {}

  /** @param url the URL of the target, for example `postgres://postgres@127.0.0.1:5432/name` */
  static async before(url: string): Promise<TcpRelay> {
    const relay = new TcpRelay(new URL(url));
    await relay.mend();
    return relay;
  }

  /** The target's URL, but with the address of the relay. It stays the same after `cut` and `mend`. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String(this.port);
    return url.toString();
  }

  /** Whether any client is connected. */
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

  /** Holds all bytes in both directions until `pass` is called. Until then, requests get no response. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets.keys()) socket.unpipe();
  }

  /** The number of bytes lost by `swallow` and `abandon`. */
  lostBytes = 0;

  /**
   * Discards all bytes in both directions until `pass` is called, as a broken network does. Existing connections stay
   * open, and new ones are accepted.
   */
  swallow(): void {
    this.swallowing = true;
    for (const socket of this.sockets.keys()) this.lose(socket);
  }

  pass(): void {
    this.swallowing = false;
    this.frozen = false;
    for (const [socket, sink] of this.sockets) {
      if (this.abandoned.has(socket)) continue;
      socket.off('data', this.count).pipe(sink);
    }
  }

  /**
   * Discards all further bytes of the current connections, like a NAT that has lost its table. New connections work.
   */
  abandon(): void {
    for (const socket of this.sockets.keys()) this.abandoned.add(this.lose(socket));
  }

  /**
   * Forwards half of the next bytes that the server sends. Then resets the connection or, if `silent`, forwards nothing
   * more.
   */
  cutNextAnswer(how: 'reset' | 'silent'): void {
    this.nextAnswer = how;
  }

  /** Changes the next bytes that the server sends. */
  changeNextAnswer(change: (bytes: Buffer) => Buffer): void {
    this.changeOfNextAnswer = change;
  }

  /** True after `cutNextAnswer` was called, until a response has been cut. */
  get hasAnswerToCut(): boolean {
    return this.nextAnswer !== undefined;
  }

  private readonly count = (chunk: Buffer) => void (this.lostBytes += chunk.length);

  private lose(socket: Socket): Socket {
    return socket.unpipe().off('data', this.count).on('data', this.count).resume();
  }

  /** Forwards the server's bytes to the client. `cutNextAnswer` and `changeNextAnswer` concern one response. */
  private answersTo(client: Socket): Transform {
    let isCut = false;
    const answers = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const { nextAnswer: how, changeOfNextAnswer: change } = this;
        this.changeOfNextAnswer = undefined;
        if (change) return done(null, change(chunk));
        if (isCut || !how) return done(null, isCut ? undefined : chunk);
        isCut = true;
        this.nextAnswer = undefined;
        const half = chunk.subarray(0, Math.ceil(chunk.length / 2));
        client.write(half, () => how === 'reset' && client.resetAndDestroy());
        done();
      },
    });
    answers.pipe(client);
    return answers;
  }

  /**
   * Lets the server execute a statement, then breaks the connection when the response arrives, so that the client never
   * gets the response.
   * @param statement matches at most 64 characters of the statement's text
   * @param times how many of the next responses are lost
   */
  loseAnswers(statement: RegExp, times = 1): void {
    this.losing = { statements: [statement], times };
  }

  /** The number of responses that are still to be lost because of `loseAnswers`. */
  get answersToLose(): number {
    return this.losing?.times ?? 0;
  }

  /**
   * Lets the server execute a statement, but never forwards the response. The client waits, and can be killed at this
   * point.
   * @param statements are sent by one connection, in this order; the response to the last one is held. Each matches at
   *   most 64 characters of a statement's text
   * @returns a promise that resolves once the server has executed the statement
   */
  holdAnswer(...statements: RegExp[]): Promise<void> {
    return new Promise((resolve) => (this.holding = { statements, isHeld: resolve }));
  }

  private watch(client: Socket, upstream: Socket): void {
    const nextAnswer = (take: () => void) => {
      upstream.unpipe();
      upstream.once('data', take);
      upstream.resume();
    };
    const losing = () => (this.answersToLose > 0 ? this.losing : undefined);
    this.watchFor(client, losing, (found) => {
      found.times--;
      nextAnswer(() => upstream.destroy());
    });
    const holding = () => this.holding;
    this.watchFor(client, holding, ({ isHeld }) => {
      this.holding = undefined;
      nextAnswer(() => {
        upstream.pause();
        isHeld();
      });
    });
  }

  /** Calls `onFound` each time the client has sent the statements that `wanted` returns, in this order. */
  private watchFor<T extends { statements: readonly RegExp[] }>(
    client: Socket,
    wanted: () => T | undefined,
    onFound: (wanted: T) => void,
  ): void {
    let current = wanted();
    let found = 0;
    let seen = '';
    client.on('data', (chunk: Buffer) => {
      if (current !== wanted()) [current, found, seen] = [wanted(), 0, ''];
      if (!current) return;
      seen += chunk.toString('latin1');
      if (!current.statements[found]?.test(seen)) {
        seen = seen.slice(-64);
        return;
      }
      seen = '';
      if (++found < current.statements.length) return;
      found = 0;
      onFound(current);
    });
  }

  private join(client: Socket): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    this.watch(client, upstream);
    this.connectEnds(client, upstream, upstream);
    this.connectEnds(upstream, client, this.answersTo(client));
  }

  private connectEnds(end: Socket, other: Socket, sink: Writable): void {
    this.sockets.set(end, sink);
    end.on('error', () => undefined);
    end.on('close', () => {
      this.sockets.delete(end);
      other.destroy();
    });
    if (this.swallowing) this.lose(end);
    // Pause explicitly: the `data` listener of `watch` has started the flow of bytes.
    else if (this.frozen) end.pause();
    else end.pipe(sink);
  }
}
