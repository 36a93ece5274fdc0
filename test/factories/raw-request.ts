import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The part of the body to send. */
  body?: string;
}

export interface RawAnswer {
  /** Null if the connection was closed without a response. */
  status: number | null;
  head: string;
  /** The body as JSON, or undefined if it is not JSON. */
  body: unknown;
}

/** A connection on which the test decides which bytes are sent, and when. */
export class RawConnection {
  private received = '';
  /** Resolves once the server has closed its side or the connection is lost. */
  readonly closed: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
    socket.on('error', () => undefined);
    // `once` of node:events would reject if the connection is reset.
    this.closed = new Promise((resolve) => {
      socket.once('end', resolve);
      socket.once('close', resolve);
    });
  }

  static async open(address: string): Promise<RawConnection> {
    const { hostname, port } = new URL(address);
    // With `allowHalfOpen`, the client's side of the connection stays open until the test closes it.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Sends the head and the given part of the body. Resolves once the operating system has accepted the bytes. */
  send({ method, path, headers = {}, body = '' }: RawRequest): Promise<void> {
    const lines = Object.entries({ Host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => this.socket.write(text, () => resolve()));
  }

  /** Waits until the server closes the connection. Returns the bytes received until then, as a response. */
  async answer(): Promise<RawAnswer> {
    await this.closed;
    this.socket.destroy();
    return this.answerSoFar();
  }

  /** Discards the bytes received so far, so that the next response on this connection can be read. */
  discardAnswer(): void {
    this.received = '';
  }

  /** Everything that was received so far. */
  get text(): string {
    return this.received;
  }

  answerSoFar(): RawAnswer {
    const [head = '', text = ''] = this.received.split('\r\n\r\n');
    const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
    return { status: status === undefined ? null : Number(status), head, body: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
