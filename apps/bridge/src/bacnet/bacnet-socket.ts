import { createSocket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import BACnetClient from '@bacnet-js/client';

/** The port that addresses leave out. */
const DEFAULT_PORT = 47_808;
/** The largest frame of BACnet/IP. */
const FRAME_BYTES = 1482;

/** The functions of the answer of a BBMD, of a frame that it passes on, and of one that it distributes. */
const RESULT = 0;
const FORWARDED = 4;
const DISTRIBUTE = 9;
/** The bytes before the network layer. */
const HEADER_BYTES = 4;
const FORWARDED_HEADER_BYTES = 10;
/** Bits of the control byte of the network layer. */
const WITH_RECEIVER = 0x20;
const WITH_SENDER = 0x08;
/** Kinds of frames of the application layer. */
const CONFIRMED_REQUEST = 0;
const SEGMENT_ACK = 4;

export interface SocketOptions {
  /** Default: a free one. */
  port?: number;
  timeoutMs: number;
  /** The only address whose frames are read. Default: all. */
  from?: string;
  /** The address of frames without a receiver. */
  broadcast?: string;
  /** The device that distributes frames without a receiver, instead of `broadcast`. */
  bbmd?: string;
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
  private readonly socket = createSocket('udp4');
  private isClosed = false;

  constructor(private readonly options: Pick<SocketOptions, 'port' | 'from' | 'broadcast' | 'bbmd'>) {
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

  send(frame: Buffer, length: number, receiver?: string): void {
    const { broadcast, bbmd } = this.options;
    const address = receiver ?? bbmd ?? broadcast;
    if (this.isClosed || address === undefined) return;
    // The library leaves out the network number of a search that it sends to a BBMD, so no router would pass it on.
    if (receiver === undefined && bbmd !== undefined) frame[1] = DISTRIBUTE;
    const [host, port] = address.split(':');
    this.socket.send(frame, 0, length, Number(port ?? DEFAULT_PORT), host, (error) => {
      if (error) this.emit('error', error);
    });
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.socket.close();
  }

  private receive(frame: Buffer, sender: string): void {
    const { from } = this.options;
    if ((from !== undefined && from !== sender) || !isExpected(frame)) return;
    try {
      this.emit('message', frame, sender);
    } catch {
      // The frame is malformed. Its request ends without an answer.
    }
  }
}

/**
 * Returns whether a frame is no request that needs an answer, and no acknowledgement of a segment, for which the bridge
 * never waits. The library would send many frames for one of these.
 */
function isExpected(frame: Buffer): boolean {
  if (frame[1] === RESULT) return true;
  let at = frame[1] === FORWARDED ? FORWARDED_HEADER_BYTES : HEADER_BYTES;
  const control = frame[at + 1] ?? 0;
  at += 2;
  const hasReceiver = (control & WITH_RECEIVER) !== 0;
  if (hasReceiver) at += 3 + (frame[at + 2] ?? 0);
  if (control & WITH_SENDER) at += 3 + (frame[at + 2] ?? 0);
  // The number of hops.
  if (hasReceiver) at++;
  const kind = (frame[at] ?? 0) >> 4;
  return kind !== CONFIRMED_REQUEST && kind !== SEGMENT_ACK;
}
