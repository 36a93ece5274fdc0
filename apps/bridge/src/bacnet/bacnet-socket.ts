import { createSocket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import BACnetClient from '@bacnet-js/client';

/** The port that addresses leave out. */
const DEFAULT_PORT = 47_808;
/** The largest frame of BACnet/IP. */
const FRAME_BYTES = 1482;

export interface SocketOptions {
  /** Default: a free one. */
  port?: number;
  timeoutMs: number;
  /** The only address whose frames are read. Default: all. */
  from?: string;
  /** The address of frames without a receiver. */
  broadcast?: string;
  onError: (error: Error) => void;
}

/**
 * Opens a socket of the library. The library's own transport always uses one fixed port, and would end the process at a
 * malformed frame.
 */
export function openSocket({ timeoutMs, onError, ...options }: SocketOptions): BACnetClient {
  const client = new BACnetClient({
    transport: new GuardedTransport(options),
    apduTimeout: timeoutMs,
  });
  client.on('error', onError);
  return client;
}

/** Returns an address without the default port, as the library and the answers name it. */
export function plainAddress(address: string): string {
  const [host = '', port = ''] = address.split(':');
  return port === '' || Number(port) === DEFAULT_PORT ? host : `${host}:${Number(port)}`;
}

class GuardedTransport extends EventEmitter {
  private readonly socket = createSocket({ type: 'udp4', reuseAddr: true });
  private isClosed = false;

  constructor(private readonly options: Pick<SocketOptions, 'port' | 'from' | 'broadcast'>) {
    super();
    this.socket.on('message', (frame, { address, port: sender }) =>
      this.receive(frame, plainAddress(`${address}:${sender}`)),
    );
    this.socket.on('listening', () => this.socket.setBroadcast(true));
    this.socket.on('error', (error) => this.emit('error', error));
  }

  getMaxPayload(): number {
    return FRAME_BYTES;
  }

  open(): void {
    this.socket.bind(this.options.port ?? 0);
  }

  send(frame: Buffer, length: number, receiver = this.options.broadcast): void {
    if (this.isClosed || receiver === undefined) return;
    const [host, port] = receiver.split(':');
    this.socket.send(frame, 0, length, Number(port ?? DEFAULT_PORT), host);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.socket.close();
  }

  private receive(frame: Buffer, sender: string): void {
    const { from } = this.options;
    if (from !== undefined && from !== sender) return;
    try {
      this.emit('message', frame, sender);
    } catch {
      // The frame is malformed. Its request ends without an answer.
    }
  }
}
