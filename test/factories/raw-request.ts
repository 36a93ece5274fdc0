import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** What is sent of the body. */
  body?: string;
}

export interface RawAnswer {
  /** Null if the connection was closed without an answer. */
  status: number | null;
  head: string;
  /** The body as JSON; undefined if it is none. */
  body: unknown;
}

/** One connection on which a test says exactly which bytes are sent, and when. */
export class RawConnection {
  private received = '';
  /** Resolves once the server has closed its side, or the connection is lost. */
  readonly closed: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
    socket.on('error', () => undefined);
    this.closed = Promise.race([once(socket, 'end'), once(socket, 'close')]);
  }

  static async open(address: string): Promise<RawConnection> {
    const { hostname, port } = new URL(address);
    // So that the test decides when its side ends.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Sends the head as it is given, and what there is of the body. Resolves once the system has taken it. */
  send({ method, path, headers = {}, body = '' }: RawRequest): Promise<void> {
    const lines = Object.entries({ Host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => this.socket.write(text, () => resolve()));
  }

  /** What came until the server closed the connection. */
  async answer(): Promise<RawAnswer> {
    await this.closed;
    this.socket.destroy();
    return this.answerSoFar();
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
